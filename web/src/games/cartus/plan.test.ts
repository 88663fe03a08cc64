import { describe, expect, it } from 'vitest'
import { fits, planOf } from './plan'
import stories from './stories.json'
import { expectedNuns, premiumAt, sorted, type CartusView } from './view'

interface Asked {
  hand: string[]
  pending: { ask: string; last: string | null; due?: number }
  legal: string[]
}
const asked = (stories as unknown as { asked: Asked[] }[]).flatMap((story) => story.asked)

describe.each(asked)('$pending.ask after $pending.last with $hand', ({ hand, pending: { ask, due = 0 }, legal }) => {
  it('lets those be chosen that the server names, and those that can follow the first', () => {
    const named = legal.filter((move) => move !== 'done').map((move) => move.split(' ')[1]!)
    const open = [...new Set(hand.filter((card) => fits(ask, card, legal)))]
    expect(open).toEqual(expect.arrayContaining(named))
    const later = open.filter((card) => !named.includes(card))
    if (ask !== 'give') expect(later).toEqual([])
    else for (const card of later) expect(sorted([named[0]!, card])[0]).toBe(named[0])
    // any that are due, in the order of the list, begin with a legal move
    if (ask === 'give')
      for (let first = 0; first + due <= open.length; first += 1) expect(legal).toContain(planOf(ask, open.slice(first))[0])
  })
})

it('sends the cards in the order of the card list', () => {
  expect(planOf('play', ['magic-0', 'church-3'])).toEqual(['play church-3', 'play magic-0'])
  expect(planOf('give', ['pass', 'joker', 'joker'])).toEqual(['give joker', 'give joker', 'give pass'])
  expect(planOf('discard', [])).toEqual([])
})

it('lets cards be chosen before there is a move with them', () => {
  expect(['church-0', 'joker', 'pass', 'gold'].filter((card) => fits('enter', card, ['enter 1', 'pass']))).toEqual(['church-0', 'joker'])
  const given = ['church-0', 'joker', 'pass'] // two of them: the last one cannot be the first
  expect(given.filter((card) => fits('give', card, ['give church-0', 'give joker']))).toEqual(given)
  expect(given.filter((card) => fits('give', card, ['give joker', 'give pass']))).toEqual(['joker', 'pass'])
  expect(fits('give', 'church-0', [])).toBe(false)
  expect(fits(null, 'church-0', [])).toBe(false)
})

it('sorts like the card list', () => {
  expect(sorted(['gold', 'royalty-1', 'joker', 'peasantry-4', 'peasantry-0', 'pass', 'sword', 'flute'])).toEqual([
    'peasantry-0',
    'peasantry-4',
    'royalty-1',
    'joker',
    'sword',
    'flute',
    'pass',
    'gold',
  ])
})

it('knows who has the premium action, as far as all can see it', () => {
  const entry = (seat: string, building: number, strength: number | null, shown = true) => ({ seat, building, strength, shown, cards: [] })
  const view = (entered: unknown[], premium?: string | null) => ({ entered, premium }) as unknown as CartusView
  expect(premiumAt(view([entry('red', 1, 2), entry('blue', 1, 2), entry('green', 2, 5)]), 1)).toBe('red')
  expect(premiumAt(view([entry('red', 1, 2), entry('blue', 1, 3)]), 1)).toBe('blue')
  expect(premiumAt(view([entry('red', 1, null, false)]), 1)).toBeNull()
  expect(premiumAt(view([entry('red', 1, 2), entry('yellow', 2, 3)], 'yellow'), 1)).toBeNull()
  expect(premiumAt(view([entry('red', 1, 2), entry('yellow', 2, 3)], 'yellow'), 2)).toBe('yellow')
  expect(premiumAt(view([entry('red', 1, 2), entry('yellow', 1, 3)], null), 1)).toBeNull() // nobody's yet
})

it('expects two nuns a card, and learns from cards that are seen', () => {
  const view = (nuns: (string | null)[], discards: string[] = []) =>
    ({ game: 'cartus', nuns, discards, hands: { red: [] }, entered: [] }) as unknown as CartusView
  expect(expectedNuns(view([null, null, null, null, null]), 'red')).toEqual({ seen: 0, cards: 0, about: 10 })
  expect(expectedNuns(view(['church-4', 'magic-4', null, null, null]), 'red')).toMatchObject({ seen: 8, cards: 2, about: 14 })
  expect(
    expectedNuns(
      view(
        [null, null, null, null, null],
        Array.from({ length: 20 }, () => 'church-4'),
      ),
      'red',
    ).about,
  ).toBeLessThan(10)
})
