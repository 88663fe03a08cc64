import { afterEach, describe, expect, it } from 'vitest'
import ends from '../../fixtures/ends.json'
import { LANGUAGES, speak } from '$lib/i18n/index.svelte'
import type { Colour, GameEvent, Json, Outcome, View } from '$lib/net/protocol'
import { seatsOf } from '$lib/words'
import { livedOf, lossesOf, pointsInWords, ratsOf, robbedOf, storyOf, subjectOf, type End } from './story'

const NAMES: Partial<Record<Colour, string>> = {
  red: 'Anna',
  yellow: 'Bram',
  green: 'Clara',
  blue: 'Dirk',
  white: 'Elise',
  orange: 'Floris',
}
const nameOf = (colour: Colour) => NAMES[colour] ?? colour
const textOf = (end: End, reader: Colour | null) => {
  const { title, rest, says } = storyOf(end, reader)
  return [rest ? `${title}: ${rest}` : title, ...says.map(({ text }) => text)]
}
afterEach(() => speak('en'))

// ---- Rattus and Africanus

let number = 0
const event = (name: string, seat: Colour | null, after: number, more: Record<string, Json> = {}): GameEvent => ({
  number: (number += 1),
  event: name,
  seat,
  after,
  ...more,
})
const ravaged = (seat: Colour, after: number, region: string) => event('ravaged', seat, after, { region })
const lost = (seat: Colour, after: number, region: string, cubes: number, symbol: string) =>
  event('lost', seat, after, { region, cubes, symbol })

function plague(
  game: 'rattus' | 'africanus',
  points: Partial<Record<Colour, number>>,
  events: GameEvent[],
  cubes: Record<string, Partial<Record<Colour, number>>>,
  palace: Partial<Record<Colour, number>> = {},
): End {
  const seats = (Object.keys(points) as Colour[]).sort((one, other) => points[other]! - points[one]!)
  const view = {
    game,
    players: seats.length,
    regions: Object.fromEntries(Object.entries(cubes).map(([region, each]) => [region, { cubes: each }])),
    palace,
  } as unknown as View
  const outcome: Outcome = { points, ranking: seats, winners: seats.slice(0, 1), dead: [], reason: 'supply', categories: {} }
  return { view, outcome, events, nameOf }
}

/** Nine lost: five in Italia, in two visits; the last two of all in the finale. */
const LONG = [
  event('next', 'red', 4),
  ravaged('yellow', 6, 'italia'),
  lost('red', 6, 'italia', 2, 'majority'),
  lost('yellow', 6, 'italia', 1, 'church'),
  event('next', 'yellow', 6),
  ravaged('yellow', 9, 'italia'),
  lost('red', 9, 'italia', 2, 'majority'),
  lost('red', 9, 'italia', 1, 'church'),
  event('next', 'red', 9),
  ravaged('red', 12, 'gallia'),
  lost('red', 12, 'gallia', 2, 'all'),
  event('last_call', 'red', 15, { reason: 'supply' }),
  event('passed', 'yellow', 16),
  ravaged('red', 16, 'anglia'),
  lost('red', 16, 'anglia', 1, 'all'),
  ravaged('red', 16, 'scandia'),
  lost('red', 16, 'scandia', 1, 'church'),
  event('ended', null, 16),
]
const SECOND = plague('rattus', { yellow: 17, red: 14 }, LONG, { gallia: { red: 12, yellow: 17 } }, { red: 2 })

describe('the plague', () => {
  it('is told by visits: where, when, by what sign, and who led it there', () => {
    expect(lossesOf(LONG, 'red').map(({ region, n, turn, by }) => [region, n, turn, by])).toEqual([
      ['italia', 2, 1, 'yellow'],
      ['italia', 3, 2, 'yellow'],
      ['gallia', 2, 3, 'red'],
      ['anglia', 1, null, null],
      ['scandia', 1, null, null],
    ])
    expect(lossesOf(LONG, 'red')[1]!.symbols).toEqual([
      { symbol: 'majority', n: 2 },
      { symbol: 'church', n: 1 },
    ])
    expect(lossesOf(LONG, 'green')).toEqual([])
    expect(livedOf(SECOND.view, 'red')).toEqual([
      { region: 'gallia', n: 12 },
      { region: null, n: 2 },
    ])
  })

  it('knows the finale of a game that was continued after its last call', () => {
    const rest = LONG.slice(LONG.findIndex((each) => each.event === 'last_call') + 1)
    expect(rest.at(-1)?.event).toBe('ended')
    const finale = [['anglia', null, null], ['scandia', null, null]] // prettier-ignore
    expect(lossesOf(rest, 'red').map(({ region, turn, by }) => [region, turn, by])).toEqual(finale)
  })

  it('has as many losses as the events of whole games', () => {
    for (const { view, events, outcome } of ends as unknown as End[]) {
      if (view.game === 'cartus') continue
      for (const colour of seatsOf(view)) {
        const all = events
          .filter((each) => each.event === 'lost' && each.seat === colour)
          .reduce((sum, each) => sum + Number(each['cubes']), 0)
        expect(lossesOf(events, colour).reduce((sum, { n }) => sum + n, 0)).toBe(all)
        expect(subjectOf(outcome, colour)).toBe(colour)
      }
    }
  })
})

describe('the story of Rattus', () => {
  it('of the second begins with the reader, and ends with the winner', () => {
    expect(textOf(SECOND, 'red')).toEqual([
      'You came second: 14 cubes alive, 9 lost to the plague, 5 of them in Italia',
      '2 of your cubes are safe in the palace.',
      'The finale cost you 2 cubes.',
      'The deadliest symbol for you was majority: 4 cubes.',
      'Bram led the plague to 5 of the cubes you lost.',
      'You were 3 points behind Bram.',
      'Bram wins with 17 points.',
      'It ended because no rats are left in the supply.',
    ])
    expect(storyOf(SECOND, 'red')).toMatchObject({ place: 2, dead: false })
  })

  it('of the winner tells of the second too', () => {
    expect(textOf(SECOND, 'yellow')).toEqual([
      'You outlive the plague: 17 cubes alive, one lost to the plague, in Italia',
      'You win with 17 points.',
      'Anna comes second with 14.',
      'It ended because no rats are left in the supply.',
    ])
  })

  it('of who only watched is the winner’s', () => {
    for (const reader of [null, 'orange'] as const)
      expect(textOf(SECOND, reader).slice(0, 2)).toEqual(['Bram outlives the plague', 'Bram wins with 17 points.'])
    expect(storyOf(SECOND, null).place).toBeNull()
    expect(subjectOf(SECOND.outcome, null)).toBe('yellow')
  })

  it('counts one and none, and a single place', () => {
    const told = (cubes: number, events: GameEvent[]) =>
      storyOf(plague('rattus', { yellow: 3, red: cubes }, events, { gallia: { red: cubes, yellow: 3 } }), 'red').rest
    expect(told(1, [])).toBe('one cube alive, none lost to the plague')
    expect(told(0, [ravaged('red', 1, 'italia'), lost('red', 1, 'italia', 3, 'all')])).toBe(
      '0 cubes alive, 3 lost to the plague, all of them in Italia',
    )
    expect(
      told(2, [
        ravaged('red', 1, 'italia'),
        lost('red', 1, 'italia', 1, 'all'),
        ravaged('red', 2, 'gallia'),
        lost('red', 2, 'gallia', 1, 'all'),
      ]),
    ).toBe('2 cubes alive, 2 lost to the plague')
    const one = plague(
      'rattus',
      { yellow: 3, red: 2 },
      [
        event('last_call', 'red', 1),
        event('passed', 'red', 2),
        ravaged('red', 3, 'italia'),
        lost('red', 3, 'italia', 1, 'all'),
        event('ended', null, 3),
      ],
      { gallia: { red: 1, yellow: 3 } },
      { red: 1 },
    )
    expect(textOf(one, 'red').slice(1, 4)).toEqual([
      'One of your cubes is safe in the palace.',
      'The finale cost you one cube.',
      'You were one point behind Bram.',
    ])
  })

  it('knows a tie, and every place', () => {
    const tie = plague('rattus', { yellow: 5, red: 5 }, [], { gallia: { red: 5, yellow: 5 } })
    expect(textOf(tie, tie.outcome.ranking[1]!).join(' ')).toContain('You have as many points as')
    const four = plague('africanus', { yellow: 9, green: 8, blue: 7, red: 6 }, [], { gallia: { red: 6, yellow: 9, green: 8, blue: 7 } })
    expect(storyOf(four, 'blue').title).toBe('You came third')
    expect(storyOf(four, 'red').title).toBe('You came fourth')
    const shared = {
      ...four,
      outcome: { ...four.outcome, points: { ...four.outcome.points, green: 9 }, winners: ['yellow', 'green'] as Colour[] },
    }
    expect(storyOf(shared, 'green').title).toBe('You share the win with Bram')
    expect(textOf(shared, 'green')).toContain('You win with 9 points.')
    expect(storyOf(shared, null).title).toBe('Bram and Clara share the win')
  })

  it('is told in three languages', () => {
    speak('nl')
    expect(textOf(SECOND, 'red')[0]).toBe('Je werd tweede: 14 blokjes leven, 9 verloren aan de Zwarte Dood, waarvan 5 in Italia')
    speak('de')
    expect(textOf(SECOND, 'red')[0]).toBe('Platz zwei für dich: 14 Würfel leben, 9 an die Pest verloren, 5 davon in Italia')
  })
})

// ---- Cartus

const rats = (seat: Colour, n: number, after = 1) => event('scored', seat, after, { class: 'church', influence: n, rats: n })
const CARDS = [
  rats('red', 3),
  rats('yellow', 1),
  event('freed', 'red', 2, { rats: 9 }),
  event('infested', 'yellow', 3, { victim_seat: 'red' }),
  event('infested', 'red', 4, { victim_seat: 'yellow' }),
  event('robbed', 'yellow', 5, { from_seat: 'red', cards: 2 }),
  event('robbed', 'yellow', 6, { from_seat: 'red', cards: 0 }),
]
function cartus(more: Partial<Outcome>): End {
  const outcome: Outcome = {
    points: { red: 17, yellow: 12 },
    ranking: ['red', 'yellow'],
    winners: ['red'],
    dead: [],
    reason: 'rounds',
    rats: { red: 4, yellow: 5 },
    nuns: 5,
    categories: { red: { peasantry: 10, church: 5, hand: 2, gold: 0 }, yellow: { royalty: 10, swords: 2 } },
    ...more,
  }
  return { view: { game: 'cartus', players: 2 } as unknown as View, outcome, events: CARDS, nameOf }
}

describe('the story of Cartus', () => {
  it('counts rats from the start to the end', () => {
    expect(ratsOf(CARDS, cartus({}).outcome, 'red')).toEqual({
      start: 10,
      scored: 3,
      got: [{ by: 'yellow', n: 1 }],
      given: 1,
      freed: 9,
      end: 4,
    })
    expect(robbedOf(CARDS, 'red')).toEqual([{ by: 'yellow', n: 2 }])
    expect(robbedOf(CARDS, 'yellow')).toEqual([])
    expect(pointsInWords(cartus({}).outcome, 'red')).toEqual([
      { label: 'Peasantry', n: 10 },
      { label: 'Church', n: 5 },
      { label: 'most population and jokers', n: 2 },
    ])
  })

  it('begins with who lives, and of what the points are', () => {
    expect(textOf(cartus({}), 'red')).toEqual([
      'You take the throne: alive, with 4 rats against 5 nuns, and 17 points',
      'Your 17 points are for Peasantry 10, Church 5, and most population and jokers 2.',
      'Bram gave you a rat.',
      'Bram robbed you of 2 cards.',
      'You win with 17 points.',
      'Bram comes second with 12.',
    ])
    expect(textOf(cartus({ rats: { red: 0, yellow: 1 }, nuns: 1 }), 'yellow')[0]).toBe(
      'You came second: alive, with one rat against one nun, and 12 points',
    )
  })

  it('of the dead says by how much, and that the points are lost', () => {
    const dead = cartus({ ranking: ['yellow', 'red'], winners: ['yellow'], dead: ['red'], rats: { red: 6, yellow: 5 } })
    expect(textOf(dead, 'red').slice(0, 3)).toEqual([
      'You died of the plague: 6 rats against 5 nuns; your 17 points are worth nothing',
      'One rat was too many.',
      'Your 17 points were for Peasantry 10, Church 5, and most population and jokers 2.',
    ])
    expect(textOf(dead, 'red').at(-1)).toBe('Bram wins with 12 points.')
    expect(storyOf(dead, 'red')).toMatchObject({ place: null, dead: true })
    expect(textOf(dead, 'yellow')).toContain('Anna had more, 17, but died of the plague: 6 rats against 5 nuns.')
  })

  it('where all died tells who came closest', () => {
    const all = cartus({ winners: [], dead: ['red', 'yellow'], consolation: ['yellow'], rats: { red: 9, yellow: 7 } })
    expect(textOf(all, 'red')[0]).toBe(
      'You died of the plague, like all the others: 9 rats against 5 nuns; your 17 points are worth nothing',
    )
    expect(textOf(all, 'red')).toContain('Fewest rats: Bram came closest.')
    expect(textOf(all, 'yellow')).toContain('You had the fewest rats and came closest.')
    expect(textOf(all, 'yellow').join(' ')).not.toContain('Fewest rats')
    expect(textOf(all, null)[0]).toBe('Nobody survived')
    expect(subjectOf(all.outcome, null)).toBe('yellow')
    const both = cartus({ winners: [], dead: ['red', 'yellow'], consolation: ['red', 'yellow'], rats: { red: 7, yellow: 7 } })
    expect(textOf(both, 'red')).toContain('You and Bram had the fewest rats and came closest.')
  })

  it('knows a tie by rats', () => {
    expect(textOf(cartus({ points: { red: 12, yellow: 12 } }), 'yellow')).toContain('You have as many points as Anna, but more rats.')
  })
})

describe('every end', () => {
  it('has a whole story for everybody, in every language', () => {
    for (const language of LANGUAGES) {
      speak(language)
      for (const { view, outcome, events } of ends as unknown as End[]) {
        for (const reader of [null, ...seatsOf(view)]) {
          for (const text of textOf({ view, outcome, events, nameOf }, reader))
            expect(text, `${language} ${view.game}`).toMatch(/^[\p{Lu}\d][^{}#|]{5,}$/u)
        }
      }
    }
  })
})
