/** The finale, in which the plague visits every region: its progress, computed from the events that have been shown. */

import { COLOURS, type Colour, type GameEvent, type View } from '$lib/net/protocol'
import { positionOf } from './position'
import { happened } from './step'
import { finaleIn, isFinale } from './timing'

export interface Visit {
  region: string
  /** Cubes lost there; null where the plague has not been yet, or will not come: no rats, or nobody there. */
  lost: number | null
  state: 'done' | 'now' | ''
}

/** All regions in the order of the map: done, now, to come. */
export function chainOf(view: View, events: readonly GameEvent[]): Visit[] {
  const told = finaleIn(events)
  const order = told.filter((event) => event.event === 'ravaged').map((event) => happened(event).region ?? '')
  const isOver = told.some((event) => event.event === 'ended')
  const now = isOver ? '' : (order.at(-1) ?? '')
  const all = Object.keys(positionOf(view).regions)
  // while regions come in the order of the map, those before the current one are done, visited or not
  const passed = order.every((region, place) => !place || all.indexOf(region) > all.indexOf(order[place - 1]!))
    ? all.indexOf(order.at(-1) ?? '')
    : -1
  return all.map((region, place) => {
    const been = order.includes(region)
    const lost = told.reduce(
      (sum, event) => sum + (event.event === 'lost' && happened(event).region === region ? (happened(event).cubes ?? 1) : 0),
      0,
    )
    const state = region === now ? 'now' : been || isOver || place < passed ? 'done' : ''
    return { region, lost: state ? lost : null, state }
  })
}

/** The regions that the finale has finished. */
export function doneIn(view: View, events: readonly GameEvent[]): string[] {
  if (!isFinale(view)) return []
  return chainOf(view, events)
    .filter(({ state }) => state === 'done')
    .map(({ region }) => region)
}

/** How many cubes each has lost since the last round ended. */
export function lossesOf(events: readonly GameEvent[]): Partial<Record<Colour, number>> {
  const lost: Partial<Record<Colour, number>> = {}
  for (const event of finaleIn(events))
    if (event.event === 'lost' && event.seat && COLOURS.includes(event.seat))
      lost[event.seat] = (lost[event.seat] ?? 0) + (happened(event).cubes ?? 1)
  return lost
}
