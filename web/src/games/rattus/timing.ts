/** How long each event of Rattus and Africanus is shown, and where skipping ends. */

import { NO_TIME, sum, TIMES, type Times } from '$lib/events/pace'
import type { Skip, Stage } from '$lib/events/player'
import type { GameEvent, View } from '$lib/net/protocol'
import { isBeside, neighbours } from './map'
import { positionOf } from './position'
import { happened } from './step'

const { card, cubes, rat } = TIMES
const TIME: Partial<Record<string, Times>> = {
  settled: cubes,
  placed: cubes,
  shipped: cubes,
  shipped_diplomat: cubes,
  crowned: cubes,
  crowned_diplomat: cubes,
  farmed: cubes,
  grew: cubes,
  explored: cubes,
  took: card,
  drew: card,
  held: card,
  showed: card,
  covered: card,
  accepted: card,
  thrown: TIMES.part,
  shuffled: TIMES.part,
  infested: rat,
  carried: rat,
  looked: rat,
  swapped: rat,
  kept: rat,
  camped: rat,
  travelled: rat,
  appointed: rat,
  dismissed: TIMES.loss,
  declined: rat,
  weighed: rat,
  ravaged: TIMES.region,
  turned: TIMES.turned,
  next: TIMES.turn,
  passed: rat,
  last_call: card,
  ended: TIMES.end,
}

export const timeOf: NonNullable<Stage['time']> = (event, view, before) => {
  if (event.event === 'lost') return before?.event === 'lost' || before?.event === 'dismissed' ? TIMES.loss : TIMES.firstLoss
  if (event.event === 'moved' || event.event === 'rode')
    return sum(...Array.from({ length: steps(event, view) }, () => TIMES.walk), TIMES.stand)
  return TIME[event.event] ?? NO_TIME
}

const steps = (event: GameEvent, view: View): number => {
  const { from_region: from = '', region = '' } = happened(event)
  return route(from, region, (each) => each in positionOf(view).regions).length - 1
}

/** Events that their player has already seen by acting; all others are consequences and are shown. */
const ACTS = new Set([
  'settled',
  'took',
  'placed',
  'shipped',
  'shipped_diplomat',
  'carried',
  'looked',
  'swapped',
  'kept',
  'crowned',
  'crowned_diplomat',
  'farmed',
  'rode',
  'moved',
  'weighed',
  'passed',
  'camped',
  'held',
  'explored',
  'travelled',
  'grew',
  'declined',
  'appointed',
  'covered',
  'accepted',
])
export const isAct = (event: GameEvent): boolean => ACTS.has(event.event)

/** Whether the final ravage is on: the plague visits every region after the last round. */
export const isFinale = (view: View): boolean => view.phase === 'final_ravage'
/** Events of a ravage, as opposed to those of a turn. */
const OF_PLAGUE = new Set(['ravaged', 'turned', 'lost', 'dismissed', 'covered', 'accepted', 'forced', 'thrown', 'shuffled', 'ended'])
/** Events that show that the plague moved in somebody's turn. */
const OF_TURN = new Set(['moved', 'infested', 'weighed'])
/** The known events of the finale: all since the last action of the last round. */
export function finaleIn(events: readonly GameEvent[]): readonly GameEvent[] {
  const last = events.findLastIndex((event) => !OF_PLAGUE.has(event.event))
  return OF_TURN.has(events[last]?.event ?? '') ? [] : events.slice(last + 1)
}
export const finaleOf = (events: readonly GameEvent[]): GameEvent | undefined => finaleIn(events).find((event) => event.event === 'ravaged')
const begins = (event: GameEvent, view: View): boolean => view.phase === 'last_round' && event.event === 'ravaged'

/** In the finale `this` is a rat and `turn` a region; before it, nothing is skipped past its beginning. */
export function stops(skip: Skip, event: GameEvent, view: View, from: GameEvent): boolean {
  if (begins(event, view)) return true
  if (isFinale(view)) {
    if (skip === 'all') return false
    return event.event === 'ravaged' || event.event === 'ended' || (skip === 'this' && event.event === 'turned')
  }
  if (skip === 'this') return true
  if (skip === 'all') return false
  return event.event === 'next' || event.event === 'last_call' || (view.phase === 'last_round' && event.seat !== from.seat)
}

/** The regions on the shortest way of the pawn. */
export function route(from: string, to: string, among: (region: string) => boolean): string[] {
  if (isBeside(from, to) || from === to) return [from, to]
  const ways: string[][] = [[from]]
  const reached = new Set([from])
  for (const way of ways) {
    for (const next of neighbours(way.at(-1)!)) {
      if (next === to) return [...way, to]
      if (!among(next) || reached.has(next)) continue
      reached.add(next)
      ways.push([...way, next])
    }
  }
  return [from, to]
}
