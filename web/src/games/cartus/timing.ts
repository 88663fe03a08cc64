/** How long each event of Cartus is shown, and where skipping ends. */

import { NO_TIME, TIMES, type Times } from '$lib/events/pace'
import type { Skip, Stage } from '$lib/events/player'
import type { GameEvent, View } from '$lib/net/protocol'

const { building, part, score } = TIMES
const TIME: Partial<Record<string, Times>> = {
  opened: building,
  replaced: building,
  supplied: building,
  entered: building,
  laid: building,
  announced: building,
  passed: building,
  looked: building,
  drew: part,
  freed: part,
  took: part,
  earned: part,
  discarded: building,
  shuffled: part,
  showed: part,
  premium: part,
  crowned: part,
  scored: score,
  robbed: score,
  infested: score,
  gave: building,
  acted: building,
  skipped: building,
  next: TIMES.turn,
  turned: TIMES.nun,
  died: TIMES.death,
  ended: TIMES.end,
}

export const timeOf: NonNullable<Stage['time']> = (event) => TIME[event.event] ?? NO_TIME

/** Events that their player has already seen by acting. Cards turned and counted follow from everybody's actions, so they are shown. */
const ACTS = new Set([
  'supplied',
  'drew',
  'freed',
  'looked',
  'passed',
  'entered',
  'laid',
  'announced',
  'acted',
  'skipped',
  'took',
  'earned',
  'discarded',
  'gave',
])
export const isAct = (event: GameEvent): boolean => ACTS.has(event.event)

/** Whether the nun row is being turned up; no card of it is public before that. */
export const isFinale = (view: View): boolean => view.phase === 'nuns' || view.phase === 'over'

export const finaleOf = (events: readonly GameEvent[]): GameEvent | undefined => events.find((event) => event.event === 'turned')

/** In the finale `this` is a card or a death and `turn` the rest of the row; before it, nothing is skipped past its beginning. */
export function stops(skip: Skip, event: GameEvent, view: View, from: GameEvent): boolean {
  const inFinale = from.event === 'turned' || from.event === 'died'
  if (event.event === 'turned' && !inFinale) return view.phase !== 'nuns'
  if (skip === 'this') return true
  if (skip === 'all') return false
  if (inFinale) return event.event !== 'turned' && from.event === 'turned'
  return (
    event.event === 'next' ||
    (event.seat !== null &&
      event.seat !== from.seat &&
      (event.event === 'supplied' ||
        event.event === 'entered' ||
        event.event === 'passed' ||
        event.event === 'showed' ||
        event.event === 'acted' ||
        event.event === 'skipped'))
  )
}
