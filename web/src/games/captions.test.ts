import { afterAll, describe, expect, it } from 'vitest'
import { NO_TIME } from '$lib/events/pace'
import { LANGUAGES, speak } from '$lib/i18n/index.svelte'
import type { Colour, GameEvent, View } from '$lib/net/protocol'
import * as cartus from './cartus/caption'
import { step as cartusStep } from './cartus/step'
import stories from './cartus/stories.json'
import { timeOf as cartusTime } from './cartus/timing'
import * as rattus from './rattus/caption'
import { chainOf, lossesOf, placeInFinale } from './rattus/finale'
import recorded from './rattus/recorded.json'
import { step as rattusStep } from './rattus/step'
import { timeOf as rattusTime } from './rattus/timing'
import { sentenceOf } from './tell'

interface Told {
  name: string
  start: View
  batches: GameEvent[][]
}
const RATTUS = (recorded as unknown as { start: View; batches: { events: GameEvent[] }[] }[]).map(({ start, batches }): Told => ({
  name: `${start.game} ${start.players}`,
  start,
  batches: batches.map(({ events }) => events),
}))
const CARTUS = (stories as unknown as { start: View; chapters: { events: GameEvent[] }[] }[]).map(({ start, chapters }): Told => ({
  name: `cartus ${start.players}`,
  start,
  batches: chapters.map(({ events }) => events),
}))
const nameOf = (colour: Colour) => `<${colour}>`
const GAMES = [
  ...RATTUS.map((game) => ({ ...game, caption: rattus.caption, step: rattusStep, time: rattusTime })),
  ...CARTUS.map((game) => ({ ...game, caption: cartus.caption, step: cartusStep, time: cartusTime })),
]

afterAll(() => speak('en'))

describe.each(GAMES)('$name', ({ start, batches, caption, step, time }) => {
  it.each(LANGUAGES)('says what happens at every event, in %s', (language) => {
    speak(language)
    let view = start
    const met = new Set<string>()
    for (const events of batches) {
      events.forEach((event, place) => {
        const after = step(view, event)
        const moment = { event, before: view, after, following: events.slice(place + 1), mine: false }
        const isShown = time(event, view, null) !== NO_TIME
        for (const colour of ['red', null] as const) {
          const told = caption(moment, { view: after, colour, nameOf })
          expect(told !== null, `${event.event} is shown and has a line`).toBe(isShown)
          if (!told) continue
          met.add(event.event)
          for (const text of [told.text, told.short, told.why]) {
            expect(text, event.event).not.toMatch(/undefined|NaN|[{}]|stage\.|  |^ | $/)
            expect(text.split('*').length % 2, text).toBe(1)
          }
          expect(told.text.length, told.text).toBeLessThan(120)
          if (event.seat && !told.icon) expect(told.text.includes(`<${event.seat}>`), told.text).toBe(colour !== event.seat)
        }
        view = after
      })
    }
    expect(met.size).toBeGreaterThan(10)
  })
})

it('goes through the regions in order, and counts what was lost in each', () => {
  const { start, batches } = RATTUS.at(-1)!
  const events = batches.flat()
  const call = events.findIndex((event) => event.event === 'last_call')
  const view = events.reduce(rattusStep, start)
  const during = chainOf(view, events)
  const struck = events.slice(call).filter((event) => event.event === 'ravaged')
  expect(during.filter(({ state }) => state === 'now').map(({ region }) => region)).toEqual([struck.at(-1)!['region']])
  expect(during.reduce((sum, { lost }) => sum + (lost ?? 0), 0)).toBe(Object.values(lossesOf(events)).reduce((sum, n) => sum + n, 0))
  const before = events.slice(0, call).reduce(rattusStep, start)
  expect(chainOf(before, events.slice(0, call)).every(({ state, lost }) => state === '' && lost === null)).toBe(true)
  const over = chainOf(view, [...events, { number: 1e6, after: 1e6, event: 'ended', seat: null }])
  expect(over.every(({ state }) => state === 'done')).toBe(true)
})

it('says nothing of regions that are still to come where somebody chooses which is next', () => {
  const { start } = RATTUS.at(-1)!
  const land = (rats: number, red: number) => ({ rats: Array.from({ length: rats }, () => null), cubes: { red } })
  const regions = { anglia: land(1, 1), gallia: land(1, 1), italia: land(0, 2), turcia: land(2, 1) }
  const strike = (number: number, region: string): GameEvent => ({
    number,
    after: number,
    event: 'ravaged',
    seat: 'red',
    region,
    weight: 0,
  })
  const at = (ravaged: string[], hands: object) => ({
    view: { ...start, phase: 'final_ravage', regions, hands, ravage: { region: ravaged.at(-1) } } as unknown as typeof start,
    events: ravaged.map((region, place) => strike(place + 1, region)),
  })
  const [byMap, byChoice] = [at(['gallia'], {}), at(['gallia'], { red: 1, green: 0 })]
  const states = ({ view, events }: typeof byMap) => chainOf(view, events).map(({ state }) => state)
  expect(states(byMap)).toEqual(['done', 'now', '', ''])
  expect(placeInFinale(byMap.view, byMap.events)).toEqual({ n: 2, all: 4 })
  expect(states(byChoice)).toEqual(['', 'now', '', ''])
  expect(placeInFinale(byChoice.view, byChoice.events)).toEqual({ n: 1, all: 3 })
  const back = at(['gallia', 'anglia'], { red: 1 })
  expect(states(back)).toEqual(['now', 'done', '', ''])
  expect(placeInFinale(back.view, back.events)).toEqual({ n: 2, all: 3 })
  // A game that goes on from a record: how the current region began is not known.
  expect(placeInFinale(byMap.view, [])).toEqual({ n: 2, all: 4 })
  expect(states({ ...byChoice, events: [] })).toEqual(['', 'now', '', ''])
})

it('tells an event of a card that it has no text for by its words, without what is not known', () => {
  speak('en')
  const event: GameEvent = {
    number: 1,
    after: 1,
    event: 'far_seen',
    seat: 'red',
    rule: 'X1',
    chapel_region: 'gallia',
    slot: 2,
    victim_seat: 'green',
  }
  const scene = { view: RATTUS[0]!.start, colour: 'green', nameOf } as const
  expect(sentenceOf({ ...event, face: null }, scene)?.text).toBe('<red>: Far seen (Gallia, 2, you)')
  expect(sentenceOf({ ...event, face: { limit: 3, symbols: ['magic'] } }, scene)?.text).toBe('<red>: Far seen (Gallia, 2, you, 3 Magic)')
  expect(sentenceOf({ ...event, event: 'forced' }, scene)).toBeNull()
})
