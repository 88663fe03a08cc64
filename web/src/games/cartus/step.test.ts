import { describe, expect, it } from 'vitest'
import type { GameEvent, View } from '$lib/net/protocol'
import { climbed, step, STEPPED } from './step'
import stories from './stories.json'

/** Whole games as one seat has seen them: the first view, then chapters of events with the view after them. */
interface Story {
  players: number
  seat: string
  start: View
  chapters: { events: GameEvent[]; view: View }[]
}
const FIELDS = ['round', 'first', 'row', 'used', 'returned', 'influence', 'rats', 'stacks', 'looked', 'entered', 'premium'] as const
const HIDDEN = ['hands', 'points', 'nuns', 'discards', 'deck', 'tokens', 'buildings', 'replacement'] as const // shown at the end

describe.each(stories as unknown as Story[])('$players players, seen by $seat', ({ start, chapters }) => {
  it('comes to the view of the server, event by event', () => {
    let view = start
    chapters.forEach(({ events, view: truth }, chapter) => {
      view = events.reduce(step, view)
      const over = truth.phase === 'over'
      for (const field of over ? ['influence', 'rats', 'stacks', 'looked', 'round', 'nuns'] : [...FIELDS, ...HIDDEN]) {
        expect(view[field] ?? null, `${field} in chapter ${chapter}`).toEqual(truth[field] ?? null)
      }
      expect(view.phase).toBe(truth.phase)
    })
  })
  it('never changes the view that it is given', () => {
    const before = JSON.stringify(start)
    chapters[0]!.events.reduce(step, start)
    expect(JSON.stringify(start)).toBe(before)
  })
})

it('knows every event that happens in a game', () => {
  const met = new Set(
    (stories as unknown as Story[]).flatMap(({ chapters }) => chapters.flatMap(({ events }) => events.map(({ event }) => event))),
  )
  for (const silent of ['forced', 'died']) met.delete(silent)
  for (const event of met) expect(STEPPED).toContain(event)
})

it('does not count rats that the table hides', () => {
  const view = { rats: { red: 10, yellow: null } } as unknown as View
  const after = (event: Record<string, unknown>) =>
    step({ ...view, entered: [], influence: {} }, { number: 1, after: 1, ...event } as unknown as GameEvent)['rats']
  expect(after({ event: 'freed', seat: 'yellow', rats: 2 })).toEqual({ red: 10, yellow: null })
  expect(after({ event: 'freed', seat: 'red', rats: 2 })).toEqual({ red: 8, yellow: null })
  expect(after({ event: 'scored', seat: 'yellow', class: 'church', influence: 1, rats: 1 })).toEqual({ red: 10, yellow: null })
  expect(after({ event: 'infested', seat: 'red', victim_seat: 'yellow' })).toEqual({ red: 9, yellow: null })
})

it('puts a disc on top of those that were there', () => {
  expect(
    climbed(
      [
        ['red', 4],
        ['blue', 3],
        ['green', 1],
      ],
      'green',
      2,
    ),
  ).toEqual([
    ['red', 4],
    ['blue', 3],
    ['green', 3],
  ])
  expect(
    climbed(
      [
        ['red', 4],
        ['blue', 3],
      ],
      'blue',
      2,
    ),
  ).toEqual([
    ['blue', 5],
    ['red', 4],
  ])
  expect(climbed([], 'white', 1)).toEqual([['white', 1]])
  expect(climbed([['red', 1]], 'red', 0)).toEqual([['red', 1]])
})
