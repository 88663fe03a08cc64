import { afterAll, describe, expect, it, vi } from 'vitest'
import { LANGUAGES, speak } from '$lib/i18n/index.svelte'
import { NOTHING } from '$lib/moves/narrow'
import type { Colour, Reason as Told, View } from '$lib/net/protocol'
import africanus from '../../fixtures/africanus.json'
import rattus from '../../fixtures/rattus.json'
import { marks } from './choose'
import { inUse } from './map'
import { positionOf, type Position } from './position'
import { cardTalk, inOneLine, palaceTalk, ratTalk, regionCardTalk, regionLabel, regionTalk } from './talk'
import { inWords, type Asker } from './why'

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
  explain: () => null,
})

it('says what the server says, in words and with the names of the reader', () => {
  const told: Told[] = [
    { why: 'border', rule: 'R20', region: 'gallia' },
    { why: 'far', rule: 'R22', n: 2, region: 'germania' },
    { why: 'waits', rule: '', seat: 'yellow' },
    { why: 'noDiscs', rule: 'A10' },
    { why: 'something of a later version', rule: 'R16' },
  ]
  expect(inWords(asker({}, []), told)).toEqual([
    { text: 'It does not border Gallia.', rule: 'R20' },
    { text: 'The plague cannot get there: more than 2 steps from Germania.', rule: 'R22' },
    { text: 'YELLOW decides now.', rule: '' },
    { text: 'All the diplomats are out.', rule: 'A10' },
    { text: 'Something else is asked now.', rule: 'R16' },
  ])
})

it('asks the server why, and what a rat would do, only where it cannot be chosen or looked up', () => {
  const rat = { limit: 2, symbols: ['church'] }
  const regions = { ...empty, gallia: { rats: [null, rat], cubes: { red: 1 } } }
  const explain = vi.fn(() => ({
    moves: [],
    reasons: [{ why: 'place', rule: 'R15' }],
    facts: [{ why: 'sleeps', rule: 'R30', slot: 2, n: 1, limit: 2 }],
  }))
  const now = { ...asker({ regions }, ['plague italia']), explain }
  const { lines } = regionTalk(now, 'gallia', marks(now.legal, NOTHING, 'germania'))
  expect(lines.map(({ rule }) => rule)).toEqual(['', 'R30', 'R15'])
  expect(explain).toHaveBeenCalledWith('gallia')
  explain.mockClear()
  expect(cardTalk(now, 'king', true).lines.at(-1)!.rule).toBe('R14')
  expect(explain).not.toHaveBeenCalled()
})

describe('words', () => {
  afterAll(() => speak('en'))
  it.each(LANGUAGES)('are there for everything at every moment, in %s', (language) => {
    speak(language)
    for (const { seat, legal, view } of moments) {
      const position = positionOf(view)
      const now: Asker = {
        position,
        me: seat,
        legal,
        chosen: NOTHING,
        nameOf,
        explain: () => ({ moves: [], reasons: [{ why: 'place', rule: 'R15' }], facts: [] }),
      }
      const lit = marks(legal, NOTHING, position.ravage?.region ?? position.plague)
      for (const region of inUse(position.players)) {
        const talk = regionTalk(now, region, lit)
        const said = [
          regionLabel(now, region, lit),
          inOneLine(talk),
          ...position.regions[region]!.rats.map((_, slot) => inOneLine(ratTalk(now, region, slot))),
        ]
        for (const text of said) expect(text).not.toMatch(/rattus\.|undefined|[{}]|^$/)
        if (!lit.open.has(region) && !lit.chosen.has(region)) expect(talk.lines.at(-1)!.rule).toBe('R15')
      }
      for (const card of Object.keys(position.classes))
        expect(inOneLine(cardTalk(now, card, lit.cards.has(card)))).not.toMatch(/rattus\.|undefined|[{}]/)
      expect(inOneLine(palaceTalk(now))).toMatch(/\(R1\)/)
    }
    expect(inOneLine(regionCardTalk(asker({}, []), 'gallia:church+magic', false, true))).toMatch(/A11.*A23/)
  })
})
