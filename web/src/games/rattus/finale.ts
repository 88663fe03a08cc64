/** The finale, in which the plague visits every region: its progress, computed from the events that have been shown. */

import { COLOURS, type Colour, type GameEvent, type View } from '$lib/net/protocol'
import { handOf } from '../moves'
import { cubesIn, positionOf, rats } from './position'
import { happened } from './step'
import { finaleIn, isFinale } from './timing'

export interface Visit {
  region: string
  /** Cubes lost there; null where the plague has not been yet, or will not come: no rats, or nobody there. */
  lost: number | null
  state: 'done' | 'now' | ''
}

/** The regions where the plague has been in the finale, in this order; the last one may be the current one. */
function visited(view: View, told: readonly GameEvent[]): string[] {
  const order = told.filter((event) => event.event === 'ravaged').map((event) => happened(event).region ?? '')
  const now = isFinale(view) ? positionOf(view).ravage?.region : null // its beginning may not be known, in a game that goes on from a record
  return now && !order.includes(now) ? [...order, now] : order
}

/** Whether somebody says which region is next; otherwise they come in the order of the map. */
const isByChoice = (view: View, told: readonly GameEvent[]): boolean =>
  told.some((event) => event.event === 'thrown') || COLOURS.some((colour) => handOf(view, colour) > 0)

/** All regions in the order of the map: done, now, to come. */
export function chainOf(view: View, events: readonly GameEvent[]): Visit[] {
  const told = finaleIn(events)
  const order = visited(view, told)
  const isOver = told.some((event) => event.event === 'ended')
  const now = isOver ? '' : (order.at(-1) ?? '')
  const all = Object.keys(positionOf(view).regions)
  // in the order of the map, those before the current one are done, visited or not
  const passed = isByChoice(view, told) ? -1 : all.indexOf(now)
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

/** Which region of how many this is: on the map, or of those where rats and cubes meet if somebody says which is next. */
export function placeInFinale(view: View, events: readonly GameEvent[]): { n: number; all: number } {
  const told = finaleIn(events)
  const position = positionOf(view)
  const regions = Object.keys(position.regions)
  const order = visited(view, told)
  if (!isByChoice(view, told)) return { n: regions.indexOf(order.at(-1) ?? '') + 1, all: regions.length }
  const waits = regions.filter((region) => !order.includes(region) && rats(position, region) && cubesIn(position, region))
  return { n: order.length, all: order.length + waits.length }
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
