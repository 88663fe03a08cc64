/** The last visit of the plague, computed from the events: the region, the rats turned there and what they did. */

import type { Colour, GameEvent } from '$lib/net/protocol'
import { classOf } from '$lib/net/vocabulary.svelte'
import { type Face } from '../words'
import type { Position } from './position'
import { happened } from './step'

export interface Loss {
  seat: Colour
  cubes: number
  symbol: string
}
export interface Turned {
  face: Face
  bites: boolean
  losses: Loss[]
}
export interface Strike {
  region: string
  weight: number
  tokens: Turned[]
}

const isEnd = (event: GameEvent): boolean =>
  event.event === 'turned' || event.event === 'ravaged' || event.event === 'next' || event.event === 'last_call'

/** Null if the last move did not move the plague. `following` are events of the same move that will be shown next. */
export function lastStrike(events: readonly GameEvent[], following: readonly GameEvent[] = []): Strike | null {
  const begin = events.findLastIndex((event) => event.event === 'ravaged')
  if (begin < 0) return null
  const since = events.slice(begin)
  if (since.some((event) => event.event === 'next' && event.after !== events.at(-1)?.after)) return null // somebody has moved again
  const end = following.findIndex(isEnd)
  const first = happened(since[0]!)
  const strike: Strike = { region: first.region ?? '', weight: first.weight ?? 0, tokens: [] }
  for (const event of [...since, ...following.slice(0, end < 0 ? following.length : end)].map(happened)) {
    if (event.event === 'turned' && event.face) strike.tokens.push({ face: event.face, bites: !!event.bites, losses: [] })
    if (event.event === 'lost' && event.seat)
      strike.tokens.at(-1)?.losses.push({ seat: event.seat, cubes: event.cubes ?? 1, symbol: event.symbol ?? '' })
  }
  return strike
}

/** What a symbol of a turned token did: whom it hit, or why nobody. */
export interface SymbolDid {
  symbol: string
  hit: { seat: Colour; cubes: number; card: string | null }[]
  /** `held` names who has a card of the class but no cube there, `covered` who is protected. */
  why: 'nobody' | 'held' | 'covered' | 'none' | null
  holders: { seat: Colour; card: string }[]
}

export interface Verdict {
  /** Cubes that were there when it was turned, and what the pawn added. */
  count: number
  weight: number
  symbols: SymbolDid[]
  /** What the reader lost and had there; null for a spectator. */
  mine: { lost: number; had: number } | null
}

/** `told` is how many of its losses have been shown; the position is the one after them. */
export function verdictOf(strike: Strike, token: Turned, told: number, position: Position, me: Colour | null): Verdict {
  const land = position.regions[strike.region]?.cubes ?? {}
  const gone = (seat: Colour | null) =>
    token.losses.slice(0, told).reduce((sum, loss) => sum + (seat === null || loss.seat === seat ? loss.cubes : 0), 0)
  const count = Object.values(land).reduce((sum, cubes) => sum + cubes, 0) + gone(null)
  const had = (seat: Colour) => (land[seat] ?? 0) + gone(seat)
  const symbols = token.bites
    ? [...new Set(token.face.symbols)].map((symbol): SymbolDid => {
        const holders = Object.entries(position.classes).flatMap(([card, seat]) =>
          seat && classOf(card) === symbol ? [{ seat, card }] : [],
        )
        const hit = token.losses
          .filter((loss) => loss.symbol === symbol)
          .map(({ seat, cubes }) => ({ seat, cubes, card: holders.find((holder) => holder.seat === seat)?.card ?? null }))
        const covered = holders.filter(({ card }) => position.ravage?.covered?.[card])
        const why = hit.length
          ? null
          : symbol === 'majority' || symbol === 'all'
            ? 'none'
            : !holders.length
              ? 'nobody'
              : covered.length
                ? 'covered'
                : holders.every(({ seat }) => !had(seat))
                  ? 'held'
                  : 'none'
        return { symbol, hit, why, holders: covered.length ? covered : holders }
      })
    : []
  const mine = me ? { lost: token.losses.reduce((sum, loss) => sum + (loss.seat === me ? loss.cubes : 0), 0), had: had(me) } : null
  return { count, weight: strike.weight, symbols, mine }
}
