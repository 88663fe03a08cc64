import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agreedAt, clockInWords, hasDoubtfulBuilding, valueInWords } from './agreed'
import { LANGUAGES, listed, speak, t } from '$lib/i18n/index.svelte'
import type { ClockSetting, Json, Options, Table, VocabularyAnswer } from '$lib/net/protocol'
import { learn, vocabularyOf } from '$lib/net/vocabulary.svelte'
import { choicesOf, CLOCKS, Setup } from './setup.svelte'
import { buildingName } from '$lib/words'

/** The printed buildings, and how many cards a class has (C3): a second implementation, to compare with. */
const BUILDINGS_OF: Record<string, [string, string]> = {
  peasantry: ['farm', 'brewery'],
  bourgeoisie: ['marketplace', 'office'],
  church: ['monastery', 'hospital'],
  chivalry: ['castle', 'watchtower'],
  magic: ['tent', 'hut'],
  royalty: ['palace', 'treasury'],
}
const COPIES = 5
const PAIRS = Object.values(BUILDINGS_OF)
const FIRST = ['farm', 'marketplace', 'monastery', 'castle', 'tent', 'palace']

/** Whether the engine accepts these buildings (C3): a second implementation. */
function isAgreed(buildings: Json | undefined): boolean {
  if (buildings === undefined || buildings === 'one_each' || buildings === 'mixed') return true
  const copies: Record<string, number> = Array.isArray(buildings)
    ? Object.fromEntries(buildings.map((name) => [name as string, COPIES]))
    : (buildings as Record<string, number>)
  return (
    PAIRS.every((pair) => pair.reduce((sum, name) => sum + (copies[name] ?? 0), 0) === COPIES) &&
    (!Array.isArray(buildings) || buildings.length === 6)
  )
}

function cartus(how?: string): Setup {
  const setup = new Setup()
  setup.play('cartus')
  if (how) setup.set('buildings', how)
  return setup
}

const table = (options: Options, more: Partial<Table> = {}): Table => ({
  id: 'k3v9tq7xwe',
  game: 'cartus',
  status: 'open',
  match: 0,
  commitment: null,
  options,
  sitter: 'normal',
  hide_rats: false,
  hints: false,
  rated: false,
  open: null,
  daily: null,
  closed: false,
  asked: null,
  clock: null,
  watched: false,
  outcome: null,
  seed: null,
  salt: null,
  chairs: [1, 2].map((chair) => ({ chair, seat: null, holder: 'open' as const, name: null, level: null, away: false })),
  ...more,
})

beforeEach(() => speak('en'))

it('offers the options that are for so many players', () => {
  const names = (players: number) => choicesOf('rattus', players).map(([name]) => name)
  expect(names(3).filter((name) => !names(4).includes(name))).toEqual(['three_player_removal'])
  expect(names(2)).toEqual(names(4))
})

describe('the buildings of Cartus', () => {
  it('are those of the first game, until something else is wished', () => {
    expect(cartus().options()).toEqual({})
    expect(cartus('first').options()).toEqual({})
    expect(cartus('mixed').options()).toEqual({ buildings: 'mixed' })
    expect(cartus('one_each').options()).toEqual({ buildings: 'one_each' })
  })
  it('are six by name, one a class', () => {
    const setup = cartus('own')
    expect(setup.options()['buildings']).toEqual(FIRST)
    setup.take(BUILDINGS_OF['chivalry']!, 'watchtower', COPIES)
    expect(setup.options()['buildings']).toEqual(FIRST.with(3, 'watchtower'))
  })
  it('are any five cards a class', () => {
    const setup = cartus('copies')
    setup.take(BUILDINGS_OF['church']!, 'hospital', 2)
    setup.take(BUILDINGS_OF['magic']!, 'hut', COPIES)
    expect(setup.options()['buildings']).toEqual({ farm: 5, marketplace: 5, monastery: 3, hospital: 2, castle: 5, hut: 5, palace: 5 })
  })
  it('are offered class by class, those of the first game first', () => {
    expect(cartus().classes).toEqual(Object.entries(BUILDINGS_OF))
  })
  it('are always such as the engine takes, whatever was chosen before', () => {
    const setup = cartus()
    const ways = Object.fromEntries(choicesOf('cartus', 2))['buildings']!
    for (let step = 0; step < 300; step += 1) {
      const pair = PAIRS[step % 6]!
      setup.take(pair, pair[1], (step * 7) % (COPIES + 1))
      setup.set('buildings', ways[(step * 3) % ways.length]!)
      setup.resize(2 + (step % 4))
      expect(isAgreed(setup.options()['buildings']), JSON.stringify(setup.options())).toBe(true)
      expect(setup.missing).toBe(0)
    }
  })
  it('are forgotten when another game is chosen', () => {
    const setup = cartus('own')
    setup.hideRats = true
    setup.play('rattus')
    expect(setup.wish()).toMatchObject({ game: 'rattus', options: {} })
    expect(setup.wish()).not.toHaveProperty('hide_rats')
    setup.play('cartus')
    expect(setup.options()).toEqual({})
    expect(setup.hideRats).toBe(false)
  })
})

describe('buildings that only the server knows', () => {
  const before = vocabularyOf('cartus')!
  const option = before.options[0]!
  const granary = { card: 'granary', kind: 'building' as const, class: 'peasantry', rule: 'X2' }
  const other: VocabularyAnswer = {
    ...before,
    cards: [granary as VocabularyAnswer['cards'][number], ...before.cards],
    options: [{ ...option, copies: 4, means: { first: ['brewery', ...FIRST.slice(1)] } }],
  }
  const peasants = ['brewery', 'granary', 'farm']
  beforeEach(() => learn(other))
  afterEach(() => learn(before))

  it('are offered behind the one of the first game', () => {
    expect(cartus('own').classes[0]).toEqual(['peasantry', peasants])
    expect(cartus('own').options()['buildings']).toEqual(['brewery', ...FIRST.slice(1)])
    expect(valueInWords('cartus', 'buildings', 'first', null)).toContain(buildingName('brewery'))
  })
  it('are chosen by name', () => {
    const setup = cartus('own')
    setup.take(peasants, 'granary', 4)
    expect(setup.options()['buildings']).toEqual(['granary', ...FIRST.slice(1)])
    setup.take(peasants, 'farm', 4)
    expect(setup.options()['buildings']).toEqual(FIRST)
    setup.take(peasants, 'brewery', 4)
    expect(setup.options()['buildings']).toEqual(['brewery', ...FIRST.slice(1)])
  })
  it('are chosen by number, as many as the server says of a class', () => {
    const setup = cartus('copies')
    const peasantry = () => peasants.map((card) => (setup.options()['buildings'] as Record<string, number>)[card] ?? 0)
    expect(peasantry()).toEqual([4, 0, 0])
    setup.take(peasants, 'granary', 1)
    setup.take(peasants, 'farm', 2)
    expect(peasantry()).toEqual([1, 1, 2])
    setup.take(peasants, 'granary', 3)
    expect(peasantry()).toEqual([0, 3, 1])
    expect(valueInWords('cartus', 'buildings', { farm: 1, granary: 3 }, null).replaceAll('\u00a0', ' ')).toBe('3 × Granary and 1 × Farm')
    setup.set('buildings', 'own')
    expect((setup.options()['buildings'] as string[])[0]).toBe('granary')
  })
})

it('hides rats as an option of the table, not of the game', () => {
  const setup = cartus()
  expect(setup.wish()).not.toHaveProperty('hide_rats')
  setup.hideRats = true
  expect(setup.wish()).toMatchObject({ hide_rats: true, options: {} })
})

it('says how many class cards are missing, or too many', () => {
  const setup = new Setup()
  setup.play('africanus')
  expect(setup.missing).toBe(0)
  setup.resize(5)
  setup.set('cards', 'own')
  expect(setup.missing).toBe(8)
  setup.cards = ['peasant', 'merchant', 'monk', 'knight', 'witch', 'king', 'astronomer', 'explorer']
  expect(setup.missing).toBe(0)
  expect(setup.options()['cards']).toHaveLength(8)
  setup.resize(4)
  expect(setup.missing).toBe(-2)
  expect(setup.options()).not.toHaveProperty('cards')
})

describe('what was agreed', () => {
  it.each(LANGUAGES)('is told in full, in %s', (language) => {
    speak(language)
    const all = [
      {},
      { buildings: 'one_each' },
      { buildings: 'mixed', first: 'yellow' },
      { buildings: FIRST },
      { buildings: { brewery: 2, farm: 3 } },
    ]
    for (const options of all as Options[]) {
      for (const { label, value } of agreedAt(table(options, { hide_rats: true }), null)) {
        for (const text of [label, value]) expect(text).not.toMatch(/undefined|null|NaN|[{}#]|^$/)
      }
    }
    for (const game of ['rattus', 'africanus'] as const)
      for (const { label, value } of agreedAt(table({ cards: ['king', 'witch'] }, { game }), null)) expect(label && value).toBeTruthy()
  })
  it('names the buildings, by their number where it differs', () => {
    expect(valueInWords('cartus', 'buildings', FIRST, null)).toBe(listed(FIRST.map(buildingName)))
    expect(valueInWords('cartus', 'buildings', { brewery: 2, farm: 3, office: 0 }, null).replaceAll('\u00a0', ' ')).toBe(
      `3 × ${buildingName('farm')} and 2 × ${buildingName('brewery')}`,
    )
    expect(valueInWords('cartus', 'buildings', 'mixed', null)).toBe('Mixed')
    expect(valueInWords('cartus', 'buildings', 'one_each', { chosen: ['brewery', 'office'] } as never)).toBe(
      `One per class, random: ${buildingName('brewery')} and ${buildingName('office')}`,
    )
  })
  it('tells every clock in words, as the choices do', () => {
    for (const language of LANGUAGES) {
      speak(language)
      for (const name of Object.keys(CLOCKS) as (keyof typeof CLOCKS)[])
        expect(clockInWords({ clock: CLOCKS[name] })).toBe(t(`home.clock.${name}`))
    }
    speak('en')
    const told = (clock: ClockSetting) => clockInWords({ clock })
    expect(told({ kind: 'bank', seconds: 900, increment: 0 })).toBe('15 min each')
    expect(told({ kind: 'bank', seconds: 3600, increment: 5 })).toBe('60 min each, 5 s per move')
    expect(told({ kind: 'bank', seconds: 90, increment: 0 })).toBe('1:30 each')
    expect(told({ kind: 'days', days: 2 })).toBe('2 days per move')
  })
  it('tells of hidden rats', () => {
    const told = (hide_rats: boolean) => agreedAt(table({}, { hide_rats }), null).find(({ name }) => name === 'hide_rats')?.value
    expect([told(true), told(false)]).toEqual(['yes', 'no'])
    expect(agreedAt(table({}, { game: 'rattus' }), null).map(({ name }) => name)).not.toContain('hide_rats')
  })
  it('warns of the watchtower where two play and it was chosen by name', () => {
    const { chairs } = table({})
    expect(hasDoubtfulBuilding(table({ buildings: FIRST.with(3, 'watchtower') }))).toBe(true)
    expect(hasDoubtfulBuilding(table({ buildings: { castle: 4, watchtower: 1 } }))).toBe(true)
    expect(hasDoubtfulBuilding(table({ buildings: { castle: 5, watchtower: 0 } }))).toBe(false)
    expect(hasDoubtfulBuilding(table({ buildings: 'mixed' }))).toBe(false)
    expect(hasDoubtfulBuilding(table({ buildings: ['watchtower'] }, { chairs: [...chairs, { ...chairs[0]!, chair: 3 }] }))).toBe(false)
    expect(
      hasDoubtfulBuilding(table({ buildings: ['watchtower'] }, { chairs: [...chairs, { ...chairs[0]!, chair: 3, holder: 'closed' }] })),
    ).toBe(true)
  })
})
