import { describe, expect, it } from 'vitest'
import { NOTHING } from '$lib/moves/narrow'
import africanus from '../../fixtures/africanus.json'
import rattus from '../../fixtures/rattus.json'
import { click, ghosts, marks } from './choose'

const TURN = [
  'take king',
  'place gallia 1',
  'place italia 2',
  'place italia 3',
  'merchant gallia italia 1',
  'merchant gallia italia 2',
  'merchant gallia germania 1',
  'plague italia',
  'monk gallia.1 italia',
  'monk gallia.2 italia',
]

describe('a click', () => {
  it('narrows step by step, and makes the move the second time', () => {
    const first = click(TURN, { verb: 'merchant', args: ['gallia'] }, 'italia')!
    expect(first.chosen).toEqual({ verb: 'merchant', args: ['gallia', 'italia'] })
    const other = click(TURN, first.chosen, 'germania')!
    expect(other).toEqual({ chosen: { verb: 'merchant', args: ['gallia', 'germania', '1'] }, move: null })
    const settle = click(['settle gallia', 'settle italia'], NOTHING, 'gallia')!
    expect(settle.chosen).toEqual({ verb: 'settle', args: ['gallia'] })
    expect(click(['settle gallia', 'settle italia'], settle.chosen, 'gallia')!.move).toBe('settle gallia')
    expect(click(['settle gallia', 'settle italia'], settle.chosen, 'italia')!.chosen.args).toEqual(['italia'])
  })
  it('asks what is meant where several moves begin there', () => {
    expect(click(TURN, NOTHING, 'italia')!.chosen).toEqual({ verb: null, args: ['italia'] })
    expect(click(TURN, NOTHING, 'king')!.chosen).toEqual({ verb: 'take', args: ['king'] })
    expect(click(TURN, NOTHING, 'merchant')!.chosen).toEqual({ verb: 'merchant', args: ['gallia'] })
  })
  it('lets go of what is chosen', () => {
    expect(click(TURN, { verb: null, args: ['italia'] }, 'italia')!.chosen).toEqual(NOTHING)
    expect(click(TURN, { verb: 'place', args: ['italia'] }, 'italia')!.chosen).toEqual({ verb: 'place', args: [] })
  })
  it('is refused where nothing is possible', () => {
    expect(click(TURN, NOTHING, 'scandia')).toBeNull()
    expect(click([], NOTHING, 'gallia')).toBeNull()
  })
  it('takes a rat', () => {
    expect(click(TURN, { verb: 'monk', args: [] }, 'gallia.2')!.chosen).toEqual({ verb: 'monk', args: ['gallia', '2', 'italia'] })
  })
  it('turns a rat', () => {
    expect(click(['reveal 1', 'reveal 2'], NOTHING, 'italia.2')!.chosen).toEqual({ verb: 'reveal', args: ['2'] })
    expect(click(['reveal 1', 'reveal 2'], { verb: 'reveal', args: ['2'] }, 'italia.2')!.move).toBe('reveal 2')
  })
  it('lays a region card on what it covers, one after the other', () => {
    const legal = ['protect trader italia:?', 'protect sultan italia:?', 'accept']
    const first = click(legal, NOTHING, 'italia:?')!
    expect(first.chosen.args).toEqual(['trader', 'italia:?'])
    expect(click(['protect trader italia:?', 'accept'], first.chosen, 'italia:?')!.move).toBe('protect trader italia:?')
  })
})

describe('marks', () => {
  it('light the targets of what is due, and only those', () => {
    const now = marks(TURN, NOTHING, '')
    expect([...now.legal]).toEqual([]) // the class cards are lit
    expect([...now.open].sort()).toEqual(['gallia', 'italia'])
    expect([...marks(TURN.slice(1), NOTHING, '').legal].sort()).toEqual(['gallia', 'italia'])
    expect([...marks(['plague italia', 'knight italia', 'knight polonia'], NOTHING, '').legal]).toEqual(['italia'])
    expect([...marks(['merchant gallia italia 1', 'king polonia'], NOTHING, '').legal]).toEqual([])
    expect([...marks(['merchant gallia italia 1', 'king polonia'], NOTHING, '').open].sort()).toEqual(['gallia', 'polonia'])
    expect([...now.cards].sort()).toEqual(['king', 'merchant', 'monk'])
    expect(now.slots.size).toBe(0)
  })
  it('follow the choice', () => {
    const now = marks(TURN, { verb: 'merchant', args: ['gallia'] }, '')
    expect([...now.legal].sort()).toEqual(['germania', 'italia'])
    expect([...now.chosen]).toEqual(['gallia'])
    expect([...now.chosenCards]).toEqual(['merchant'])
    expect([...marks(TURN, { verb: 'monk', args: [] }, '').slots]).toEqual(['gallia.1', 'gallia.2'])
    expect([...marks(['reveal 1', 'reveal 2'], NOTHING, 'italia').slots]).toEqual(['italia.1', 'italia.2'])
  })
  it('are there whenever something is asked', () => {
    for (const { legal, view } of [...rattus, ...africanus]) {
      const now = marks(legal, NOTHING, (view as { ravage?: { region?: string } | null }).ravage?.region ?? '')
      const verbs = new Set(legal.map((move) => move.split(' ')[0]))
      const words = ['swap', 'keep', 'weigh', 'accept', 'pass', 'astronomer', 'explorer']
      if ([...verbs].every((verb) => words.includes(verb!))) continue
      expect(now.legal.size + now.slots.size + now.cards.size + now.hand.size, legal.join()).toBeGreaterThan(0)
    }
  })
})

it('shows what a move would do before it is made', () => {
  const TWO = { game: 'rattus', players: 2 } as const
  expect(ghosts({ verb: 'settle', args: ['gallia'] }, TWO)[0]).toMatchObject({ what: 'cubes', number: 2 })
  expect(ghosts({ verb: 'merchant', args: ['gallia', 'italia', '2'] }, TWO)).toEqual([
    { what: 'cubes', region: 'italia', number: 2, from: 'gallia', slot: 0 },
  ])
  expect(ghosts({ verb: 'king', args: ['gallia'] }, TWO)[0]).toMatchObject({ region: 'palace', from: 'gallia' })
  expect(ghosts({ verb: 'monk', args: ['gallia', '2', 'italia'] }, TWO)[0]).toMatchObject({ what: 'rat', region: 'italia', slot: 1 })
  expect(ghosts({ verb: 'place', args: ['gallia'] }, TWO)).toEqual([])
  expect(ghosts(NOTHING, TWO)).toEqual([])
})
