import { describe, expect, it } from 'vitest'
import africanus from '../../fixtures/africanus.json'
import cartus from '../../fixtures/cartus.json'
import rattus from '../../fixtures/rattus.json'
import { back, firstThings, isOpen, narrow, NOTHING, take, targets, type Chosen } from './narrow'
import { parse } from './parse'

const moments = [...rattus, ...africanus, ...cartus].filter((moment) => moment.legal.length)
const named = moments.map((moment) => [`${moment.game} ${moment.moves} ${moment.seat}`, moment.legal] as [string, string[]])

/** All moves that can be reached by choosing, with the number of choices each. */
function reachable(legal: string[], chosen: Chosen = NOTHING, depth = 0): Map<string, number> {
  const found = new Map<string, number>()
  const now = narrow(legal, chosen)
  if (now.move) found.set(now.move, depth)
  for (const choice of now.choices) {
    for (const [move, deep] of reachable(legal, choice.then, depth + 1)) found.set(move, Math.min(deep, found.get(move) ?? 99))
  }
  return found
}

describe.each(named)('%s', (_, legal) => {
  it('reaches every legal move and nothing else, in at most five steps', () => {
    const found = reachable(legal)
    expect([...found.keys()].sort()).toEqual([...legal].sort())
    expect(Math.max(...found.values())).toBeLessThanOrEqual(5)
  })
  it('offers choices that are different and each lead on', () => {
    const { choices } = narrow(legal)
    expect(new Set(choices.map((choice) => choice.token)).size).toBe(choices.length)
    expect(choices.flatMap((choice) => choice.moves).sort()).toEqual([...legal].sort())
    for (const choice of choices) {
      const next = narrow(legal, choice.then)
      expect(next.choices.length !== 1 || next.move !== null).toBe(true) // never a question with one answer
      expect(choice.move === null).toBe(choice.moves.length > 1)
    }
  })
  it('steps back to the beginning', () => {
    for (const move of legal) {
      const path = parse(move)
      let chosen: Chosen = { verb: path.steps[0]!.token, args: path.steps.slice(1).map((step) => step.token) }
      for (let step = 0; step < 6 && !isOpen(chosen); step += 1) {
        const before = back(legal, chosen)
        expect(before.args.length + Number(before.verb !== null)).toBeLessThan(chosen.args.length + Number(chosen.verb !== null))
        chosen = before
      }
      expect(chosen).toEqual(NOTHING)
    }
  })
  it('knows every word', () => {
    for (const move of legal) for (const step of parse(move).steps) expect(step.kind === 'word' ? step.token : 'diplomat').toBe('diplomat')
  })
})

it('knows all verbs of all games', () => {
  const verbs = new Set(moments.flatMap((moment) => moment.legal).map((move) => move.split(' ')[0]))
  for (const verb of [
    'settle',
    'merchant',
    'monk',
    'witch',
    'king',
    'trader',
    'protect',
    'hold',
    'rob',
    'give',
    'peek',
    'play',
    'discard',
    'enter',
    'pass',
  ])
    expect(verbs).toContain(verb)
})

describe('narrowing', () => {
  const legal = [
    'take monk',
    'place italia 3',
    'place gallia 1',
    'place gallia 2',
    'merchant gallia italia 1',
    'merchant gallia italia 1 diplomat',
    'merchant gallia italia 2',
    'monk gallia.1 italia',
    'monk gallia.2 italia',
    'monk russia.1 italia',
    'king gallia',
    'king gallia diplomat',
    'plague italia',
  ]

  it('asks for the verb first', () => {
    expect(targets(narrow(legal), 'verb')).toEqual(['take', 'place', 'merchant', 'monk', 'king', 'plague'])
  })
  it('fills in what follows of itself', () => {
    const place = narrow(legal, { verb: 'place', args: [] })
    expect(place.choices.find((choice) => choice.token === 'italia')).toMatchObject({
      move: 'place italia 3',
      then: { args: ['italia', '3'] },
    })
    expect(narrow(legal, { verb: 'place', args: ['italia', '3'] })).toMatchObject({ move: 'place italia 3', complete: true })
    expect(targets(narrow(legal, { verb: 'place', args: ['gallia'] }), 'amount')).toEqual(['1', '2'])
  })
  it('can end a move that could go on', () => {
    const king = narrow(legal, { verb: 'king', args: ['gallia'] })
    expect(king).toMatchObject({ move: 'king gallia', complete: false })
    expect(targets(king, 'word')).toEqual(['diplomat'])
    expect(narrow(legal, { verb: 'merchant', args: ['gallia', 'italia', '1'] })).toMatchObject({
      move: 'merchant gallia italia 1',
      complete: false,
    })
  })
  it('takes rats in two steps, and in one where there is one', () => {
    const monk = narrow(legal, { verb: 'monk', args: [] })
    expect(targets(monk, 'region')).toEqual(['gallia', 'russia'])
    expect(take(legal, { verb: 'monk', args: [] }, 'gallia')).toEqual({ verb: 'monk', args: ['gallia'] })
    expect(take(legal, { verb: 'monk', args: [] }, 'gallia.2')).toEqual({ verb: 'monk', args: ['gallia', '2', 'italia'] })
    expect(take(legal, { verb: 'monk', args: [] }, 'russia')).toEqual({ verb: 'monk', args: ['russia', '1', 'italia'] })
  })
  it('takes a region while the verb is open', () => {
    expect(firstThings(legal, 'region')).toEqual(['italia', 'gallia', 'russia'])
    const gallia = take(legal, NOTHING, 'gallia')!
    expect(gallia).toEqual({ verb: null, args: ['gallia'] })
    expect(targets(narrow(legal, gallia), 'verb')).toEqual(['place', 'merchant', 'monk', 'king'])
    expect(take(legal, NOTHING, 'russia')).toEqual({ verb: 'monk', args: ['russia', '1', 'italia'] })
    expect(take(legal, NOTHING, 'scandia')).toBeNull()
    expect(take(legal, NOTHING, 'king')).toEqual({ verb: 'king', args: ['gallia'] })
    expect(back(legal, gallia)).toEqual(NOTHING)
  })
  it('puts the way out beside the choices of a single verb', () => {
    const { choices } = narrow(['play church-3', 'play joker', 'done'])
    expect(choices.map((choice) => [choice.kind, choice.token, choice.move])).toEqual([
      ['card', 'church-3', 'play church-3'],
      ['card', 'joker', 'play joker'],
      ['verb', 'done', 'done'],
    ])
    expect(narrow(['accept']).choices).toMatchObject([{ kind: 'verb', move: 'accept' }])
  })
  it('begins anew when what was chosen is no longer legal', () => {
    expect(narrow(['pass'], { verb: 'king', args: ['gallia'] }).chosen).toEqual(NOTHING)
    expect(narrow([]).choices).toEqual([])
  })
})
