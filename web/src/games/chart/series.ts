/** The course of a game: cubes alive, or influence, turn by turn, computed from the events and the final view. */

import { aliveOf } from '../moves'
import type { Colour, GameEvent, View } from '$lib/net/protocol'
import { seatsOf } from '$lib/words'

export interface Series {
  /** The number of moves made at this point. */
  after: number[]
  /** The turn or round that had just ended; 0 is the start, null the end of the game. */
  turn: (number | null)[]
  lines: { colour: Colour; values: number[] }[]
}

export interface TurningPoint {
  after: number
  turn: number
  /** Rattus: where cubes died, and how many. Cartus: who gained how much in a class. */
  region?: string
  colour?: Colour
  class?: string
  n: number
}

const GAINS: Partial<Record<string, (event: GameEvent) => number>> = {
  settled: (event) => Number(event['cubes']),
  placed: (event) => Number(event['cubes']),
  lost: (event) => -Number(event['cubes']),
  farmed: () => 1,
  explored: () => 1,
  grew: () => 1,
}
const INFLUENCE: Partial<Record<string, (event: GameEvent) => number>> = { scored: (event) => Number(event['influence']), crowned: () => 1 }

type Tracks = Record<string, [Colour, number][]>
const influenceOf = (view: View, colour: Colour): number =>
  Object.values((view['influence'] ?? {}) as Tracks).reduce((sum, track) => sum + (track.find(([seat]) => seat === colour)?.[1] ?? 0), 0)

/** The turns of Rattus that were over when the events begin: some, where a game was continued from a record. */
export const turnsBefore = (view: View, events: readonly GameEvent[]): number =>
  Math.max(0, Number(view['turns'] ?? 0) + 1 - events.filter(({ event }) => event === 'next' || event === 'last_call').length)

/** Counted backwards from the end, so that a game that began in the middle is correct too. */
export function seriesOf(view: View, events: readonly GameEvent[]): Series {
  const isCartus = view.game === 'cartus'
  const change = isCartus ? INFLUENCE : GAINS
  const seats = seatsOf(view)
  const now = new Map(seats.map((colour) => [colour, isCartus ? influenceOf(view, colour) : aliveOf(view, colour)]))
  for (const event of events) if (event.seat) now.set(event.seat, now.get(event.seat)! - (change[event.event]?.(event) ?? 0))
  const series: Series = { after: [], turn: [], lines: seats.map((colour) => ({ colour, values: [] })) }
  const mark = (after: number, turn: number | null) => {
    series.after.push(after)
    series.turn.push(turn)
    for (const line of series.lines) line.values.push(now.get(line.colour)!)
  }
  let turn = isCartus ? 0 : turnsBefore(view, events)
  if (isCartus) mark(0, 0)
  for (const event of events) {
    if (event.event === 'next' || event.event === 'last_call') {
      mark(event.after, isCartus ? Number(event['round']) - 1 : turn)
      turn += 1
    }
    const gain = change[event.event]?.(event)
    if (gain && event.seat) now.set(event.seat, now.get(event.seat)! + gain)
  }
  mark(events.at(-1)?.after ?? 0, isCartus ? turn + 1 : null)
  return series
}

/** What changed most: the three worst visits of the plague, or the three greatest gains. */
export function turningPoints(view: View, events: readonly GameEvent[], most = 3): TurningPoint[] {
  const found: TurningPoint[] = []
  let turn = view.game === 'cartus' ? 1 : turnsBefore(view, events)
  for (const event of events) {
    if (event.event === 'next' || event.event === 'last_call') turn = view.game === 'cartus' ? Number(event['round']) : turn + 1
    if (view.game === 'cartus') {
      if (event.event === 'scored' && event.seat)
        found.push({ after: event.after, turn, colour: event.seat, class: String(event['class']), n: Number(event['influence']) })
    } else if (event.event === 'ravaged') found.push({ after: event.after, turn, region: String(event['region']), n: 0 })
    else if (event.event === 'lost' && found.length) {
      const last = found.at(-1)!
      last.n += Number(event['cubes'])
      last.after = event.after
    }
  }
  return found
    .filter(({ n }) => n > 0)
    .sort((one, other) => other.n - one.n || other.after - one.after)
    .slice(0, most)
    .sort((one, other) => one.after - other.after)
}

/** Numbers for an axis: from 0, in round steps, over the largest value. */
export function ticksOf(most: number, about = 5): number[] {
  const raw = Math.max(1, most / about)
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((each) => each >= raw) ?? Math.ceil(raw)
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, place) => place * step)
}

/** Places for labels that want to stand at `wanted`, at least `gap` apart and inside the bounds. */
export function spread(wanted: readonly number[], gap: number, from: number, to: number): number[] {
  const order = wanted.map((_, place) => place).sort((one, other) => wanted[one]! - wanted[other]!)
  const placed: number[] = []
  let least = from
  for (const place of order) {
    placed[place] = Math.max(least, wanted[place]!)
    least = placed[place] + gap
  }
  let top = to
  for (const place of order.toReversed()) {
    placed[place] = Math.min(placed[place]!, top)
    top = placed[place] - gap
  }
  return placed
}
