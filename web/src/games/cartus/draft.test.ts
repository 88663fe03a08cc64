import { beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES, speak, t } from '$lib/i18n/index.svelte'
import type { Colour, Reason, View } from '$lib/net/protocol'
import type { TableStore } from '$lib/net/table.svelte'
import cartus from '../../fixtures/cartus.json'
import { ANIMATED } from './animate'
import { Draft } from './draft.svelte'
import { STEPPED } from './step'
import { nearest } from './walk'
import { buildingLabel, buildingTip, cardTip, entryTip, supplyTip, trackPoints, trackTip } from './words'
import { asCartus, hasOnePremium } from './view'

interface Moment {
  seat: Colour
  moves: number
  players: number
  legal: string[]
  view: View
}
const moments = (cartus as unknown as Moment[]).filter((moment) => moment.legal.length)
const drafted = ({ view, legal, seat }: Moment): Draft =>
  new Draft({
    view,
    legal,
    colour: seat,
    playing: false,
    nameOf: (colour: Colour) => colour.toUpperCase(),
    explain: (thing: string) => explained[thing] ?? null,
  } as unknown as TableStore)
/** What the server says of things. */
let explained: Record<string, { reasons: Partial<Reason>[] }> = {}
const whole = (text: string) => {
  expect(text).not.toBe('')
  expect(text).not.toMatch(/undefined|null|NaN|[{}#]|\s\s|\(\)/)
}
const asked = (ask: string, more: (moment: Moment) => boolean = () => true) =>
  moments.find((moment) => (moment.view.pending?.ask ?? moment.view.phase) === ask && more(moment))!

beforeEach(() => {
  speak('en')
  explained = {}
})

describe.each(moments)('$players players, move $moves', (moment) => {
  it.each(LANGUAGES)('has words for what is asked, in %s', (language) => {
    speak(language)
    const draft = drafted(moment)
    const { title, help, rule } = draft.proposal!
    whole(title)
    whole(help)
    expect(rule).toMatch(/^C\d+$/)
    const view = asCartus(moment.view)
    view.row.forEach((card, index) => {
      whole(buildingLabel(card, index + 1, view, (colour) => colour, ''))
      whole(buildingTip(card, view).text)
      whole(supplyTip(card).title)
    })
    view.entered.forEach((entry) => whole(entryTip(entry, (colour) => colour).text))
    draft.hand.forEach((card) => whole(cardTip(card).text))
  })
  it('takes any cards that it lets choose, and begins with a legal move', () => {
    const draft = drafted(moment)
    if (draft.ask === 'supply' || draft.ask === 'enter') draft.place = 2
    draft.hand.forEach((_, place) => draft.toggle(place))
    if (draft.moves) expect(moment.legal).toContain(draft.moves[0])
    draft.hand.forEach((_, place) => void (draft.picked.includes(place) && draft.toggle(place)))
    expect(draft.picked).toEqual([])
  })
  it('says why a card cannot be chosen', () => {
    const draft = drafted(moment)
    draft.hand.forEach((_, place) => {
      if (!draft.takes(place)) whole(draft.whyCard(place).text)
    })
  })
})

describe('entering', () => {
  const moment = asked('enter', ({ legal }) => legal.includes('pass'))
  it('needs a building, then sends it with the cards', () => {
    const draft = drafted(moment)
    expect(draft.moves).toBeNull()
    const place = draft.hand.findIndex((_, index) => draft.takes(index))
    draft.toggle(place)
    expect(draft.proposal!.help).toContain('Now choose a building')
    draft.place = 1
    expect(draft.moves!.slice(0, 2)).toEqual(['enter 1', `play ${draft.hand[place]!}`])
    expect(draft.proposal!.acts.map((act) => act.label)).toEqual(['Play a pass', 'Enter with one card'])
  })
  it('does not take a pass, and says why in the words of the server', () => {
    const draft = drafted(moment)
    const place = draft.hand.indexOf('pass')
    expect(draft.toggle(place)).toBe(false)
    expect(draft.whyCard(place).text).toBe('Not now. First: Your turn: enter a building.')
    explained['pass'] = { reasons: [{ why: 'playable', rule: 'X9', card: 'pass' }] }
    expect(draft.whyCard(place)).toEqual({ text: 'Pass cannot be played into a building.', rule: 'X9' })
    explained['pass'] = { reasons: [{ why: 'new', rule: 'X8' }] }
    expect(draft.whyCard(place)).toEqual({ text: 'Not now. First: Your turn: enter a building.', rule: 'X8' })
  })
  it('steps back card by card, then from the building', () => {
    const draft = drafted(moment)
    draft.place = 1
    draft.toggle(0)
    draft.proposal!.back!()
    expect([draft.picked, draft.place]).toEqual([[], 1])
    draft.proposal!.back!()
    expect(draft.place).toBeNull()
    expect(draft.proposal!.back).toBeNull()
  })
  it('takes up a hint', () => {
    const draft = drafted(moment)
    draft.adopt('enter', '2')
    expect(draft.moves![0]).toBe('enter 2')
  })
})

describe('questions that only the hand answers', () => {
  const LAID = { seat: 'red', building: 1, cards: [] as string[], shown: false, strength: 0 }
  const asking = (ask: string, hand: string[], legal: string[], more: Record<string, unknown> = {}, cards: string[] = []) => {
    const row = [
      { building: 'farm', supply: 'ddr' },
      { building: 'castle', supply: 'rr' },
    ]
    const pending = ask === 'enter' ? null : { ask, place: ask === 'play' ? null : 1, last: null, ...more }
    const view = {
      game: 'cartus',
      players: 2,
      phase: 'enter',
      to_move: 'red',
      row,
      hands: { red: hand, yellow: 5 },
      pending,
      looked: {},
      entered: ask === 'play' ? [{ ...LAID, cards }] : [],
    }
    return drafted({ seat: 'red', moves: 3, players: 2, legal, view: view as unknown as View })
  }
  it.each(LANGUAGES)('are put into words, and wait for the reader, in %s', (language) => {
    speak(language)
    const drafts = [
      asking('play', ['pass', 'gold'], ['done']),
      asking('play', ['church-0', 'pass'], ['done'], { last: 'joker' }, ['joker']),
      asking('discard', ['church-0'], ['done'], { last: 'joker', due: 2 }),
      asking('give', ['joker', 'joker', 'joker'], ['give joker'], { due: 1, to: 'yellow', by: 'sword' }),
    ]
    for (const draft of drafts) {
      const { help, acts } = draft.proposal!
      whole(help)
      acts.forEach((act) => whole(act.label))
    }
    expect(new Set(drafts.slice(0, 2).map((draft) => draft.proposal!.help)).size).toBe(2)
  })
  it('end with none where no card can be laid', () => {
    const draft = asking('play', ['pass', 'gold'], ['done'])
    expect(draft.proposal!.help).toContain('None of your cards can be played into a building.')
    expect(draft.proposal!.acts.map(({ label, moves }) => [label, moves])).toEqual([['Enter without cards', ['done']]])
  })
  it('end what was laid where no other card can follow', () => {
    const draft = asking('play', ['church-0', 'pass'], ['done'], { last: 'joker' }, ['joker'])
    expect(draft.proposal!.help).toContain('None of your other cards can follow')
    expect(draft.moves).toEqual(['done'])
  })
  it('are part of what is sent with the building and the cards', () => {
    const draft = asking('enter', ['joker', 'pass'], ['enter 1', 'enter 2', 'pass'])
    draft.place = 1
    expect(draft.moves).toEqual(['enter 1', 'done'])
    draft.toggle(0)
    expect(draft.moves).toEqual(['enter 1', 'play joker', 'done'])
  })
  it('say that nothing can be laid before the building is entered', () => {
    const draft = asking('enter', ['pass', 'gold'], ['enter 1', 'enter 2', 'pass'])
    draft.place = 2
    expect(draft.proposal!.help).toContain('None of your cards can be played into a building.')
    expect(draft.moves).toEqual(['enter 2', 'done'])
  })
  it('stop discarding, or go on', () => {
    expect(asking('discard', ['church-0'], ['done'], { last: 'joker', due: 2 }).proposal!.acts).toEqual([
      { label: 'Discard no more', moves: ['done'] },
    ])
    expect(asking('discard', ['church-0'], ['discard church-0', 'done'], { due: 2 }).proposal!.acts).toEqual([
      { label: 'Discard nothing', moves: ['done'] },
    ])
  })
  it('wait for a card to be given although all are the same', () => {
    const draft = asking('give', ['joker', 'joker', 'joker'], ['give joker'], { due: 1, to: 'yellow', by: 'sword' })
    expect(draft.moves).toBeNull()
    draft.toggle(1)
    expect(draft.moves).toEqual(['give joker'])
  })
})

it('gives exactly what is due', () => {
  const moment = asked('give', ({ view }) => Number(view.pending!['due']) > 1)
  const draft = drafted(moment)
  draft.hand.forEach((_, place) => draft.toggle(place))
  expect(draft.picked.length).toBe(draft.due)
  expect(draft.moves).not.toBeNull()
  draft.toggle(draft.picked[0]!)
  expect(draft.moves).toBeNull()
})

it('waits while the board is moving', () => {
  const { view, legal, seat } = asked('enter')
  const draft = new Draft({ view, legal, colour: seat, playing: true, nameOf: String } as unknown as TableStore)
  expect(draft.open).toBeNull()
  expect(draft.toggle(0)).not.toBeNull()
  expect(draft.proposal).not.toBeNull()
})

it('animates all that changes something to look at', () => {
  const quiet = ['announced', 'left', 'next', 'ended']
  expect(STEPPED.filter((event) => !ANIMATED.includes(event))).toEqual(quiet)
})

it('walks to the nearest in a direction', () => {
  const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 })
  const boxes = [box(20, 0), box(40, 0), box(0, 30), box(22, 31)]
  expect(nearest(box(0, 0), boxes, 'ArrowRight')).toBe(0)
  expect(nearest(box(0, 0), boxes, 'ArrowDown')).toBe(2)
  expect(nearest(box(0, 0), boxes, 'ArrowLeft')).toBe(-1)
  expect(nearest(box(40, 0), boxes, 'ArrowLeft')).toBe(0)
  expect(nearest(box(40, 0), boxes, 'x')).toBe(-1)
})

it('learns from the server what is different with two players (C23, C31)', () => {
  expect(new Set(moments.map(({ players }) => players === 2)).size).toBe(2)
  for (const { players, view } of moments) {
    expect(hasOnePremium(asCartus(view))).toBe(players === 2)
    expect(trackTip(asCartus(view))).toBe(players === 2 ? t('cartus.tip.track2') : t('cartus.tip.track'))
    expect(trackPoints(asCartus(view))).toBe(players === 2 ? t('cartus.points2') : t('cartus.points'))
  }
})
