import { describe, expect, it } from 'vitest'
import { following, givable, planDiscard, planGive, planPlay } from './plan'
import stories from './stories.json'
import { expectedNuns, isPlayable, premiumAt, sorted, type CartusView } from './view'

interface Asked {
  hand: string[]
  pending: { ask: string; last: string | null; due?: number }
  legal: string[]
}
const asked = (stories as unknown as { asked: Asked[] }[]).flatMap((story) => story.asked)

describe.each(asked)('$pending.ask after $pending.last with $hand', ({ hand, pending: { ask, last, due = 0 }, legal }) => {
  it('finds the same cards as the server', () => {
    const open =
      ask === 'give' ? givable(hand, last, due) : [...new Set(following(hand, last).filter((card) => ask !== 'play' || isPlayable(card)))]
    expect(open.map((card) => `${ask} ${card}`)).toEqual(legal.filter((move) => move !== 'done'))
  })
})

describe('what is sent', () => {
  const hand = ['church-0', 'church-3', 'magic-0', 'joker', 'pass']
  it('plays in the order of the card list, and ends as long as a card is in hand, whatever it is', () => {
    expect(planPlay(hand, ['magic-0', 'church-3'])).toEqual(['play church-3', 'play magic-0', 'done'])
    expect(planPlay(hand, [])).toEqual(['done'])
    expect(planPlay(hand, ['joker'])).toEqual(['play joker', 'done']) // a pass cannot be laid, but nobody may learn that
    expect(planPlay(['pass', 'gold'], [])).toEqual(['done'])
    expect(planPlay(['joker', 'joker'], ['joker'])).toEqual(['play joker', 'done'])
  })
  it('does not end where everybody sees an empty hand', () => {
    expect(planPlay(['church-0', 'joker'], ['joker', 'church-0'])).toEqual(['play church-0', 'play joker'])
    expect(planPlay([], [])).toEqual([])
    expect(planDiscard(['church-0'], 3, ['church-0'])).toEqual(['discard church-0'])
  })
  it('discards, and ends as long as a card and a rat could go', () => {
    expect(planDiscard(hand, 3, ['pass', 'church-0'])).toEqual(['discard church-0', 'discard pass', 'done'])
    expect(planDiscard(hand, 2, ['church-0', 'church-3'])).toEqual(['discard church-0', 'discard church-3'])
    expect(planDiscard(hand, 2, ['church-0'])).toEqual(['discard church-0', 'done'])
    expect(planDiscard(hand, 2, [])).toEqual(['done'])
  })
  it('gives every card by name, unless all have to go', () => {
    expect(planGive(hand, 2, ['church-0', 'church-3'])).toEqual(['give church-0', 'give church-3'])
    expect(planGive(hand, 2, ['joker', 'pass'])).toEqual(['give joker', 'give pass'])
    expect(planGive(['joker', 'joker', 'joker'], 1, ['joker'])).toEqual(['give joker'])
    expect(planGive(['joker', 'pass'], 2, ['joker', 'pass'])).toEqual([])
  })
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
    ({ nuns, discards, hands: { red: [] }, entered: [] }) as unknown as CartusView
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
