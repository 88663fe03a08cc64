import { describe, expect, it } from 'vitest'
import { vocabularyOf } from '$lib/net/vocabulary.svelte'
import { isTold, laterThan, sentenceOf, tell } from '$games/tell'
import { LANGUAGES, speak } from '$lib/i18n/index.svelte'
import type { Scene } from '$games/moves'
import type { GameEvent, View } from '$lib/net/protocol'

/** Something for every field that an event of the engine can have. */
const VALUES: Record<string, GameEvent[string]> = {
  move: 'settle gallia',
  region: 'gallia',
  from_region: 'italia',
  over_region: 'germania',
  cubes: 2,
  card: 'monk',
  from_seat: 'yellow',
  slot: 1,
  other_slot: 2,
  face: { limit: 3, symbols: ['church', 'majority'] },
  weight: 2,
  bites: true,
  symbol: 'church',
  reason: 'supply',
  region_card: 'gallia:church+magic',
  cards: 3,
  place: 1,
  building_card: { building: 'farm', supply: 'ddr' },
  building: 'farm',
  rats: 2,
  nun_place: 4,
  class: 'church',
  influence: 3,
  to_seat: 'green',
  by: 'sword',
  victim_seat: 'green',
  premium: true,
  value: 2,
  round: 3,
  nuns: 5,
}

for (const game of ['africanus', 'cartus'] as const) {
  const kinds = Object.fromEntries(
    vocabularyOf(game)!.events.map(({ event, fields, secret }) => [
      event,
      fields.map((field) => (secret.includes(field) ? `secret ${field}` : field)),
    ]),
  )
  describe(`the log of ${game}`, () => {
    const view = { game, players: 4, row: [{ building: 'farm', supply: 'ddr' }] } as unknown as View
    const nameOf = (colour: string) => `<${colour}>`

    for (const [kind, fields] of Object.entries(kinds)) {
      it(`has words for ${kind}, in every language, for who knows and for who does not`, () => {
        const isCartus = game === 'cartus'
        const known = (field: string) => (isCartus && field === 'card' ? 'church-3' : VALUES[field])
        for (const field of fields) expect(known(field.replace('secret ', '')), field).toBeDefined()
        for (const language of LANGUAGES) {
          speak(language)
          for (const secret of [false, true]) {
            for (const colour of ['red', 'yellow', 'green', null] as const) {
              const event = {
                number: 1,
                after: 1,
                event: kind,
                seat: 'red',
                building: 'farm',
                ...Object.fromEntries(
                  fields.map((field) => [
                    field.replace('secret ', ''),
                    secret && field.startsWith('secret ') ? null : known(field.replace('secret ', '')),
                  ]),
                ),
              } as GameEvent
              const scene: Scene = { view, colour, nameOf }
              if (!isTold(event, view) && kind !== 'next') continue
              const text = tell(event, scene)
              expect(text.length, `${kind} ${language}`).toBeGreaterThan(5)
              expect(text, `${kind} ${language}`).not.toBe(kind)
              expect(text, `${kind} ${language}`).not.toMatch(/[{}|#]|undefined|null|NaN|\bYou (has|is|begins)\b/)
              expect(text.trim()).toBe(text)
            }
          }
        }
        speak('en')
      })
    }

    it('says the same as the stage, without its stars', () => {
      for (const language of LANGUAGES) {
        speak(language)
        for (const [kind, fields] of Object.entries(kinds)) {
          const event = {
            number: 1,
            after: 1,
            event: kind,
            seat: 'red',
            building: 'farm',
            ...Object.fromEntries(fields.map((field) => [field.replace('secret ', ''), VALUES[field.replace('secret ', '')]])),
          } as GameEvent
          const said = sentenceOf(event, { view, colour: 'red', nameOf })
          if (said)
            expect(tell(event, { view, colour: 'red', nameOf })).toMatch(
              new RegExp(`^${said.text.replaceAll('*', '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\(.+\\))?$`),
            )
          else expect(isTold(event, view), kind).toBe(false)
        }
      }
      speak('en')
    })

    it('names whom a rat bites as soon as that is known, and not before', () => {
      if (game === 'cartus') return
      const turned = {
        number: 5,
        after: 1,
        event: 'turned',
        seat: null,
        region: 'gallia',
        slot: 1,
        face: VALUES['face'],
        bites: true,
      } as unknown as GameEvent
      const lost = {
        number: 6,
        after: 1,
        event: 'lost',
        seat: 'yellow',
        region: 'gallia',
        cubes: 1,
        symbol: 'church',
      } as unknown as GameEvent
      const next = { number: 7, after: 1, event: 'turned', seat: null, bites: false } as unknown as GameEvent
      const later = { number: 8, after: 1, event: 'lost', seat: 'green', region: 'gallia', cubes: 1, symbol: 'all' } as unknown as GameEvent
      const scene: Scene = { view, colour: null, nameOf }
      const asked = { ...view, pending: { ask: 'protect' } } as unknown as View
      expect(tell(turned, scene, [lost, next, later])).toBe('A rat is turned in Gallia: it bites <yellow> (limit 3: Church and majority)')
      expect(tell(turned, scene, [next, later])).toContain('nobody is hit')
      expect(tell(turned, { ...scene, view: asked }, [])).toContain('whoever is not protected')
      expect(laterThan(turned, [turned, lost], [next])).toEqual([lost, next])
    })
  })
}
