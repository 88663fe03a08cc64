import { describe, expect, it } from 'vitest'
import africanus from '../fixtures/africanus.json'
import cartus from '../fixtures/cartus.json'
import rattus from '../fixtures/rattus.json'
import { isTold, named, tell } from './tell'
import { LANGUAGES, speak } from '$lib/i18n/index.svelte'
import type { Colour, GameEvent, View } from '$lib/net/protocol'
import { narrow, type Chosen, NOTHING } from '$lib/moves/narrow'
import { choiceInWords, moveInWords, question, type Scene } from './moves'

interface Moment {
  game: string
  seat: string
  moves: number
  legal: string[]
  view: unknown
  events?: unknown[]
}
const moments = [...rattus, ...africanus, ...cartus] as unknown as Moment[]
const scene = (moment: Moment): Scene => ({
  view: moment.view as View,
  colour: moment.seat as Colour,
  nameOf: (colour) => colour.toUpperCase(),
})
const whole = (text: string) => {
  expect(text).not.toBe('')
  expect(text).not.toMatch(/undefined|null|NaN|[{}#]|\s\s|\(\)/)
}

describe.each(LANGUAGES)('in %s', (language) => {
  it('every move has its own words', () => {
    speak(language)
    for (const moment of moments.filter((each) => each.legal.length)) {
      const words = moment.legal.map((move) => moveInWords(move, scene(moment)))
      words.forEach((text, place) => {
        whole(text)
        expect(text, moment.legal[place]).not.toBe(moment.legal[place])
      })
      expect(new Set(words).size, moment.legal.join()).toBe(words.length)
    }
  })
  it('every choice and question has words', () => {
    speak(language)
    const walk = (moment: Moment, chosen: Chosen) => {
      const now = narrow(moment.legal, chosen)
      const asked = question(now, moment.legal, scene(moment))
      whole(asked.title)
      if (!now.complete) whole(asked.help)
      expect(asked.rule).toMatch(/^[RAC]\d+$/)
      const words = now.choices.map((choice) => choiceInWords(choice, scene(moment)))
      words.forEach(whole)
      expect(new Set(words).size).toBe(words.length)
      for (const choice of now.choices.slice(0, 6)) if (!choice.move) walk(moment, choice.then)
    }
    for (const moment of moments.filter((each) => each.legal.length)) walk(moment, NOTHING)
  })
  it('every event has words', () => {
    speak(language)
    for (const moment of moments.filter((each) => each.events)) {
      const events = named(moment.view as View, moment.events as GameEvent[])
      for (const event of events.filter((each) => isTold(each, moment.view as View))) {
        const text = tell(event, scene(moment))
        whole(text)
        expect(text).not.toBe(event.event)
      }
    }
  })
})

it('says it as the design does', () => {
  speak('en')
  const moment = moments.find((each) => each.legal.some((move) => move.startsWith('place ')))!
  const move = moment.legal.find((each) => each.startsWith('place '))!
  expect(moveInWords(move, scene(moment))).toMatch(/^Place \d in [A-Z][a-z]+$/)
})
