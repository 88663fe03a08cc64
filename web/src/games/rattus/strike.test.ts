import { expect, it } from 'vitest'
import type { GameEvent } from '$lib/net/protocol'
import recorded from './recorded.json'
import { route } from './stage.svelte'
import { lastStrike } from './strike'

const events = (recorded as unknown as { batches: { events: GameEvent[] }[] }[])[1]!.batches.flatMap((batch) => batch.events)

it('tells the last strike, as far as it has been shown', () => {
  const begin = events.findIndex((event, place) => event.event === 'ravaged' && events.slice(place, place + 6).some((each) => each.event === 'lost'))
  const turned = events.findIndex((event, place) => place > begin && event.event === 'turned')
  const upTo = (place: number) => lastStrike(events.slice(0, begin + 8), events[place]!.number)
  expect(upTo(begin)).toMatchObject({ region: events[begin]!['region'], tokens: [] })
  expect(upTo(turned)!.tokens).toHaveLength(1)
  const lost = events.findIndex((event, place) => place > begin && event.event === 'lost')
  expect(upTo(lost)!.tokens.at(-1)!.losses).toHaveLength(1)
  expect(lastStrike([])).toBeNull()
})

it('forgets it when somebody has moved again', () => {
  const next = events.findIndex((event, place) => event.event === 'next' && events.slice(0, place).some((each) => each.event === 'ravaged'))
  expect(lastStrike(events.slice(0, next + 1))).not.toBeNull()
  const later = events.findIndex((event, place) => place > next && event.after > events[next]!.after && event.event !== 'ravaged')
  expect(lastStrike(events.slice(0, later + 1).filter((event) => event.event !== 'ravaged' || event.number < events[next]!.number))).toBeNull()
})

it('finds the way of the pawn', () => {
  expect(route('gallia', 'italia', () => true)).toEqual(['gallia', 'italia'])
  expect(route('italia', 'scandia', () => true)).toEqual(['italia', 'germania', 'scandia'])
  expect(route('anglia', 'turcia', () => false)).toEqual(['anglia', 'turcia'])
})
