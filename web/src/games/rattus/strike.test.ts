import { expect, it } from 'vitest'
import type { GameEvent, View } from '$lib/net/protocol'
import recorded from './recorded.json'
import { positionOf } from './position'
import { step } from './step'
import { lastStrike, verdictOf } from './strike'
import { route } from './timing'

const events = (recorded as unknown as { batches: { events: GameEvent[] }[] }[])[1]!.batches.flatMap((batch) => batch.events)

it('tells the last strike, as far as it has been shown', () => {
  const begin = events.findIndex(
    (event, place) => event.event === 'ravaged' && events.slice(place, place + 6).some((each) => each.event === 'lost'),
  )
  const turned = events.findIndex((event, place) => place > begin && event.event === 'turned')
  const upTo = (place: number) => lastStrike(events.slice(0, place + 1))
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
  expect(
    lastStrike(events.slice(0, later + 1).filter((event) => event.event !== 'ravaged' || event.number < events[next]!.number)),
  ).toBeNull()
})

it('names whom a token will hit before the losses are shown, and says why nobody is', () => {
  let view = (recorded as unknown as { start: View }[])[1]!.start
  let [bites, nobody] = [0, 0]
  events.forEach((event, place) => {
    view = step(view, event)
    if (event.event !== 'turned' || !event['bites']) return
    const strike = lastStrike(events.slice(0, place + 1), events.slice(place + 1))!
    const token = strike.tokens.at(-1)!
    const verdict = verdictOf(strike, token, 0, positionOf(view), 'red')
    const end = events.findIndex((each, nth) => nth > place && each.event !== 'lost')
    expect(token.losses.map(({ seat }) => seat)).toEqual(events.slice(place + 1, end).map(({ seat }) => seat))
    expect(verdict.count + verdict.weight).toBeGreaterThanOrEqual(token.face.limit)
    for (const did of verdict.symbols) {
      if (did.hit.length) bites += 1
      else nobody += 1
      expect(did.why === null).toBe(did.hit.length > 0)
    }
  })
  expect(bites).toBeGreaterThan(5)
  expect(nobody).toBeGreaterThan(2)
})

it('finds the way of the pawn', () => {
  expect(route('gallia', 'italia', () => true)).toEqual(['gallia', 'italia'])
  expect(route('italia', 'scandia', () => true)).toEqual(['italia', 'germania', 'scandia'])
  expect(route('anglia', 'turcia', () => false)).toEqual(['anglia', 'turcia'])
})
