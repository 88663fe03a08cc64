import { afterAll, describe, expect, it } from 'vitest'
import { LANGUAGES, speak } from '$lib/i18n/index.svelte'
import { NOTHING } from '$lib/moves/narrow'
import type { Colour, View } from '$lib/net/protocol'
import africanus from '../../fixtures/africanus.json'
import rattus from '../../fixtures/rattus.json'
import { marks } from './choose'
import { inUse } from './map'
import { positionOf, type Position } from './position'
import { cardTalk, inOneLine, palaceTalk, ratTalk, regionCardTalk, regionLabel, regionTalk } from './talk'
import { whyNotCard, whyNotHand, whyNotRegion, type Asker } from './why'

const moments = [...rattus, ...africanus] as unknown as { seat: Colour; legal: string[]; view: View }[]
const nameOf = (colour: Colour) => colour.toUpperCase()
const base = positionOf(rattus[0]!.view as unknown as View)
const empty = Object.fromEntries(Object.keys(base.regions).map((region) => [region, { rats: [], cubes: {} }]))
const asker = (more: Partial<Position>, legal: string[], chosen = NOTHING as Asker['chosen']): Asker => ({
  position: { ...base, phase: 'turn', to_move: 'red', turn: 'red', plague: 'germania', regions: empty, ...more },
  me: 'red',
  legal,
  chosen,
  nameOf,
})
const rules = (reasons: { rule: string }[]) => reasons.map(({ rule }) => rule)

describe('why a region cannot be chosen', () => {
  it('names the rule, and what would do it', () => {
    const turn = asker({}, ['place gallia 1', 'take king', 'plague gallia'])
    expect(whyNotRegion(turn, 'anglia')[0]).toEqual({ text: 'You cannot place cubes here: there are no rats.', rule: 'R15' })
    expect(rules(whyNotRegion(turn, 'anglia'))).toEqual(['R15', 'R19', 'R25'])
    expect(rules(whyNotRegion(asker({ placed: true }, ['plague gallia', 'take king']), 'germania'))).toEqual(['R15', 'R25'])
  })
  it('follows what is chosen', () => {
    const legal = [
      'merchant gallia italia 1',
      'king gallia',
      'monk gallia.1 italia',
      'plague italia',
      'trader italia hungaria',
      'sultan gallia',
    ]
    const now = (verb: string, args: string[] = [], more: Partial<Position> = {}) => asker(more, legal, { verb, args })
    expect(rules(whyNotRegion(now('merchant'), 'anglia'))).toEqual(['R20'])
    expect(whyNotRegion(now('merchant', ['gallia']), 'polonia')[0]!.text).toBe('It does not border Gallia.')
    expect(rules(whyNotRegion(now('monk', ['gallia', '1']), 'polonia'))).toEqual(['R21'])
    const three = { ...empty, italia: { rats: [null, null, null], cubes: { red: 1 } } }
    expect(rules(whyNotRegion(now('monk', ['gallia', '1'], { regions: three }), 'italia'))).toEqual(['R5'])
    expect(rules(whyNotRegion(now('king', [], { regions: three }), 'italia'))).toEqual(['R24'])
    expect(rules(whyNotRegion(now('plague'), 'hispania'))).toEqual(['R25'])
    expect(rules(whyNotRegion(now('plague', [], { classes: { knight: 'red' } }), 'hispania'))).toEqual([])
    expect(rules(whyNotRegion(now('sultan'), 'anglia'))).toEqual(['A18'])
    expect(rules(whyNotRegion(now('trader', [], { caravan: 'anglia' }), 'anglia'))).toEqual(['A17'])
  })
  it('says whose decision it is, and nothing to who watches', () => {
    expect(whyNotRegion(asker({ to_move: 'yellow' }, []), 'anglia')[0]!.text).toBe('YELLOW decides now.')
    expect(whyNotRegion({ ...asker({ to_move: 'yellow' }, []), me: null }, 'anglia')).toEqual([])
  })
})

it('says why a card cannot be taken or used', () => {
  const legal = ['plague gallia', 'plague italia']
  expect(rules(whyNotCard(asker({ taken: true }, legal), 'king'))).toEqual(['R14'])
  expect(rules(whyNotCard(asker({ placed: true }, legal), 'king'))).toEqual(['R13'])
  const mine = { peasant: 'red', knight: 'red', king: 'red', merchant: 'red' } as Position['classes']
  const held = (more: Partial<Position> = {}) => asker({ classes: mine, ...more }, legal)
  expect(rules(whyNotCard(held(), 'knight'))).toEqual(['R22'])
  expect(rules(whyNotCard(held(), 'peasant'))).toEqual(['R19'])
  expect(rules(whyNotCard(held(), 'merchant'))).toEqual(['R20'])
  expect(rules(whyNotCard(held({ used: ['king'] }), 'king'))).toEqual(['R16'])
  expect(rules(whyNotCard(asker({ phase: 'last_round' }, ['pass']), 'king'))).toEqual(['R35'])
})

it('says when a region card is played', () => {
  expect(whyNotHand(asker({}, []), 'gallia:?').rule).toBe('A12')
  const asked = asker(
    {
      pending: { ask: 'protect' },
      classes: { king: 'red' },
      ravage: { region: 'gallia', weight: 0, token: { limit: 1, symbols: ['royalty'] } },
    },
    ['accept'],
  )
  expect(whyNotHand(asked, 'gallia:church+magic').rule).toBe('A13')
})

describe('words', () => {
  afterAll(() => speak('en'))
  it.each(LANGUAGES)('are there for everything at every moment, in %s', (language) => {
    speak(language)
    for (const { seat, legal, view } of moments) {
      const position = positionOf(view)
      const now: Asker = { position, me: seat, legal, chosen: NOTHING, nameOf }
      const lit = marks(legal, NOTHING, position.ravage?.region ?? position.plague)
      for (const region of inUse(position.players)) {
        const talk = regionTalk(now, region, lit)
        const said = [
          regionLabel(now, region, lit),
          inOneLine(talk),
          ...position.regions[region]!.rats.map((_, slot) => inOneLine(ratTalk(now, region, slot))),
        ]
        for (const text of said) expect(text).not.toMatch(/rattus\.|undefined|[{}]|^$/)
        if (
          legal.length &&
          !lit.legal.has(region) &&
          legal.some((move) => /^(place|plague|merchant|monk|king|spread|ravage|sultan|witch) /.test(move))
        )
          expect(talk.lines.length, `${region}: ${legal[0]}`).toBeGreaterThan(1)
      }
      for (const card of Object.keys(position.classes))
        expect(inOneLine(cardTalk(now, card, lit.cards.has(card)))).not.toMatch(/rattus\.|undefined|[{}]/)
      expect(inOneLine(palaceTalk(now))).toMatch(/\(R1\)/)
    }
    expect(inOneLine(regionCardTalk(asker({}, []), 'gallia:church+magic', false, true))).toMatch(/A11.*A23.*A12/)
  })
})
