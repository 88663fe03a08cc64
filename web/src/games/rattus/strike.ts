/** The plague at work, told from the events: the last region it struck, the rats turned there and what they did. */

import type { Colour, GameEvent } from '$lib/net/protocol'
import type { Face } from '$lib/words'
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
  tokens: Turned[]
}

/** Null where the last move, as far as it is told, did not lead the plague anywhere. `upTo` is the last event that has been shown. */
export function lastStrike(events: readonly GameEvent[], upTo = Infinity): Strike | null {
  const told = events.filter((event) => event.number <= upTo)
  const begin = told.findLastIndex((event) => event.event === 'ravaged')
  if (begin < 0) return null
  const since = told.slice(begin)
  if (since.some((event) => event.event === 'next' && event.after !== told.at(-1)?.after)) return null // somebody has moved again
  const strike: Strike = { region: happened(since[0]!).region ?? '', tokens: [] }
  for (const event of since.map(happened)) {
    if (event.event === 'turned' && event.face) strike.tokens.push({ face: event.face, bites: !!event.bites, losses: [] })
    if (event.event === 'lost' && event.seat) strike.tokens.at(-1)?.losses.push({ seat: event.seat, cubes: event.cubes ?? 1, symbol: event.symbol ?? '' })
  }
  return strike
}
