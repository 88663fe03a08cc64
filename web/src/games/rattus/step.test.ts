import { expect, it } from 'vitest'
import type { GameEvent, View } from '$lib/net/protocol'
import recorded from './recorded.json'
import { step } from './step'

interface Recorded {
  start: View
  batches: { events: GameEvent[]; shown: Record<string, unknown> }[]
}
const games = recorded as unknown as Recorded[]

/** Ignores the order of unordered lists, and entries that are zero or empty. */
function tidy(shown: Record<string, unknown>): unknown {
  const seats = (map: unknown) =>
    Object.fromEntries(
      Object.entries((map ?? {}) as Record<string, unknown[]>)
        .filter(([, slots]) => slots.length)
        .map(([seat, slots]) => [seat, [...slots].sort()]),
    )
  const hands = Object.fromEntries(
    Object.entries((shown['hands'] ?? {}) as Record<string, unknown>).map(([seat, hand]) => [
      seat,
      Array.isArray(hand) ? [...hand].sort() : hand,
    ]),
  )
  const regions = Object.fromEntries(
    Object.entries(shown['regions'] as Record<string, { rats: unknown; cubes: unknown; diplomats?: string[] }>).map(([name, land]) => [
      name,
      { ...land, diplomats: [...(land.diplomats ?? [])].sort() },
    ]),
  )
  const discards = [...((shown['discards'] ?? []) as string[])].sort()
  const used = [...((shown['used'] ?? []) as string[])].sort()
  return { ...shown, used, known: seats(shown['known']), hands, regions, discards, palace_diplomats: shown['palace_diplomats'] ?? {} }
}

it.each(games.map((game, place) => [`${game.start.game} ${game.start.players}`, place] as const))(
  'applying the events of %s gives the views of the server',
  (_, place) => {
    const { start, batches } = games[place]!
    let view = start
    for (const { events, shown } of batches) {
      view = events.reduce(step, view)
      const ours = Object.fromEntries(Object.keys(shown).map((key) => [key, view[key]]))
      expect(tidy(ours), `before event ${events.at(-1)?.number}`).toEqual(tidy(shown))
    }
  },
)

it('changes nothing of the view before', () => {
  const { start, batches } = games[2]!
  const before = JSON.stringify(start)
  batches.flatMap((batch) => batch.events).reduce(step, start)
  expect(JSON.stringify(start)).toBe(before)
})

it('leaves the view as it is for events that it does not know', () => {
  expect(step(games[0]!.start, { number: 1, after: 1, event: 'danced', seat: 'red' })).toEqual(games[0]!.start)
})

it('moves cards on the table and of the hands', () => {
  const view = {
    ...games[2]!.start,
    ravage: { region: 'gallia', weight: 0 },
    hands: { red: ['gallia:?', 'italia:?'], yellow: 3 },
  } as unknown as View
  const event = (more: object) => ({ number: 1, after: 1, ...more }) as unknown as GameEvent
  const covered = step(view, event({ event: 'covered', seat: 'red', card: 'king', region_card: 'gallia:?' }))
  expect(covered).toMatchObject({ ravage: { covered: { king: 'gallia:?' } }, hands: { red: ['italia:?'], yellow: 3 } })
  expect(step(covered, event({ event: 'covered', seat: 'yellow', card: 'monk', region_card: 'anglia:?' }))).toMatchObject({
    hands: { yellow: 2 },
  })
  expect(step(view, event({ event: 'shuffled', seat: null, cards: 9 }))).toMatchObject({ pile: 9, discards: [] })
  expect(step(view, event({ event: 'crowned_diplomat', seat: 'red', region: 'gallia' }))).toMatchObject({
    palace: { red: 1 },
    palace_diplomats: { red: 1 },
  })
})
