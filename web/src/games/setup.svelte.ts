/** A table that is being set up on the home page, and the request that creates it. */

import { remember } from '$lib/devices.svelte'
import type {
  ClockSetting,
  Colour,
  GameName,
  Json,
  Level,
  TableCreated,
  Options,
  ChairAssignment,
  CreateTableRequest,
} from '$lib/net/protocol'
import { COLOURS } from '$lib/net/protocol'
import { makeTable, openTable } from '$lib/net/rest'
import { keepChair, somebody } from '$lib/player/player.svelte'
import { limitOf, optionsOf } from '$lib/net/vocabulary.svelte'
import { PLAYERS } from './names'
import { go, pathOf } from '$lib/router.svelte'
import { ownName } from '$lib/settings.svelte'
import { complain } from '$lib/toasts.svelte'

export interface GameFacts {
  from: number
  to: number
  usual: number
  minutes: number
}

export const FACTS: Record<GameName, GameFacts> = {
  rattus: { ...PLAYERS.rattus, usual: 4, minutes: 45 },
  africanus: { ...PLAYERS.africanus, usual: 5, minutes: 60 }, // with five Africa is in play
  cartus: { ...PLAYERS.cartus, usual: 4, minutes: 40 },
}

export const CLOCKS = {
  none: null,
  bank10: { kind: 'bank', seconds: 600, increment: 10 },
  bank30: { kind: 'bank', seconds: 1800, increment: 20 },
  days1: { kind: 'days', days: 1 },
  days3: { kind: 'days', days: 3 },
} as const satisfies Record<string, ClockSetting | null>

/** How long an open table waits for people before computer players join, in seconds. */
export const WAITS = { minutes1: 60, minutes2: 120, minutes10: 600, hour: 3600, never: 0 } as const

/** Ways to choose cards by name, where the game takes a list of them. */
const BY_NAME = { class_card: ['own'], building: ['own', 'copies'] } as const

/** The options of a game for so many players, with the values to choose from; the first is the default. */
export const choicesOf = (game: GameName, players: number): [option: string, values: (string | number)[]][] =>
  optionsOf(game, players).map(({ option, values, lists }) => [option, [...values, ...(lists ? BY_NAME[lists] : [])]])

/** The two buildings of each class; those of the first game stand first (C3). */
export const BUILDINGS_OF = {
  peasantry: ['farm', 'brewery'],
  bourgeoisie: ['marketplace', 'office'],
  church: ['monastery', 'hospital'],
  chivalry: ['castle', 'watchtower'],
  magic: ['tent', 'hut'],
  royalty: ['palace', 'treasury'],
} as const
export type BuildingClass = keyof typeof BUILDINGS_OF
export const BUILDING_CLASSES = Object.keys(BUILDINGS_OF) as BuildingClass[]
/** Building cards of a class in a game (C3). */
export const COPIES = 5

/** Class cards in play; 0 before it is known. */
export const cardsInPlay = (players: number): number => limitOf('africanus', 'class_cards', players)

export type Sitter = 'me' | 'open' | Level

export class Setup {
  game = $state<GameName>('rattus')
  chairs = $state<Sitter[]>(['me', 'normal', 'normal', 'normal'])
  values = $state<Record<string, string | number>>({})
  cards = $state<string[]>([])
  /** For each class: how many of its five cards are of its second building. By `own` it is none or all of them. */
  seconds = $state<Record<BuildingClass, number>>(noSeconds())
  hideRats = $state(false)
  /** Whether hints are allowed; null: only for one person against computers. */
  hints = $state<boolean | null>(null)
  first = $state<Colour | 'random'>('random')
  clock = $state<keyof typeof CLOCKS>('none')
  sitter = $state<Level>('normal')
  /** Anybody on the server may take the open chairs, and after so many seconds computer players do. */
  isOpen = $state(false)
  fill = $state<keyof typeof WAITS>('minutes2')
  /** Counts for ratings: only where the server keeps the keys of all seats, and with a clock. */
  isRated = $state(false)

  /** At an open table strangers wait for each other: there is always a clock. */
  openTo(everybody: boolean): void {
    this.isOpen = everybody
    if (everybody && this.clock === 'none') this.clock = 'bank30'
  }

  get players(): number {
    return this.chairs.length
  }
  get hasFriends(): boolean {
    return this.chairs.includes('open')
  }

  /** Hints are for one person against computers, unless it is decided otherwise. */
  get givesHints(): boolean {
    return this.hints ?? this.chairs.filter((each) => each === 'me' || each === 'open').length === 1
  }

  play(game: GameName): void {
    this.game = game
    this.resize(FACTS[game].usual)
    this.values = {}
    this.cards = []
    this.seconds = noSeconds()
    this.hideRats = false
    this.hints = null
    this.first = 'random'
  }

  /** Change an option. Choosing `own` buildings starts from the six nearest to the earlier choice. */
  set(name: string, value: string | number): void {
    this.values = { ...this.values, [name]: value }
    if (value === 'own') for (const each of BUILDING_CLASSES) this.seconds[each] = this.seconds[each] * 2 > COPIES ? COPIES : 0
  }

  /** How many class cards have yet to be chosen; below 0, how many are too many. Only at 0 the table can be made. */
  get missing(): number {
    const chooses = this.game === 'africanus' && this.values['cards'] === 'own'
    return chooses ? cardsInPlay(this.players) - this.cards.length : 0
  }

  /** The buildings that were chosen: six by name, or all copies by number; null where that is left to the rules (C3). */
  private buildings(): Json {
    const pairs = BUILDING_CLASSES.map((each) => ({ pair: BUILDINGS_OF[each], second: this.seconds[each] }))
    if (this.values['buildings'] === 'own') return pairs.map(({ pair, second }) => pair[second ? 1 : 0])
    const copies = pairs.flatMap(
      ({ pair, second }) =>
        [
          [pair[0], COPIES - second],
          [pair[1], second],
        ] as const,
    )
    return this.values['buildings'] === 'copies' ? Object.fromEntries(copies.filter(([, number]) => number > 0)) : null
  }

  resize(players: number): void {
    const { from, to } = FACTS[this.game]
    const number = Math.max(from, Math.min(to, players))
    const last = this.chairs.at(-1) ?? 'normal'
    this.chairs = Array.from({ length: number }, (_, place) => this.chairs[place] ?? (last === 'me' ? 'normal' : last))
    if (this.first !== 'random' && COLOURS.indexOf(this.first) >= number) this.first = 'random'
  }

  sit(place: number, sitter: Sitter): void {
    this.chairs = this.chairs.map((each, chair) => (chair === place ? sitter : each))
  }

  /** Replace all computer players by open chairs. */
  forFriends(): void {
    this.chairs = this.chairs.map((each) => (each === 'me' ? 'me' : 'open'))
  }

  options(): Options {
    const found: Options = {}
    for (const [name, choices] of choicesOf(this.game, this.players)) {
      const value = this.values[name] ?? choices[0]!
      if (name === 'cards') {
        if (value === 'own' && !this.missing) found['cards'] = [...this.cards]
      } else if (name === 'buildings' && this.buildings() !== null) found['buildings'] = this.buildings()
      else if (value !== choices[0]) found[name] = value
    }
    if (this.first !== 'random') found['first'] = this.first
    return found
  }

  wish(): CreateTableRequest {
    const clock = CLOCKS[this.clock]
    const chairs = this.chairs.map((each): ChairAssignment => (each === 'me' ? { name: ownName() } : each === 'open' ? {} : { bot: each }))
    return {
      game: this.game,
      players: this.players,
      options: this.options(),
      chairs,
      sitter: this.sitter,
      start: !this.hasFriends,
      ...(clock ? { clock } : {}),
      ...(this.game === 'cartus' && this.hideRats ? { hide_rats: true } : {}),
      ...(this.hints === null || this.counts ? {} : { hints: this.hints }),
    }
  }

  /** Whether it will be rated: it was wished for, and the server keeps the keys. */
  get counts(): boolean {
    return this.isRated && (this.isOpen || !this.hasFriends)
  }

  /** Rated or not: a rated game has a clock, so the first one that there is. */
  rate(isRated: boolean): void {
    this.isRated = isRated
    if (isRated && this.clock === 'none') this.clock = 'bank30'
  }

  /** Create the table; returns the way there. */
  async make(): Promise<string> {
    if (this.hasFriends ? this.isOpen : this.counts) {
      const { key, player } = await somebody()
      const seconds = this.hasFriends ? WAITS[this.fill] : 0
      const rated = this.counts ? { rated: true } : {}
      const wish = { table: { ...this.wish(), ...rated, start: false }, ...(seconds ? { fill: { seconds, level: this.sitter } } : {}) }
      return keepChair(await openTable(key, wish), this.game, this.players, player)
    }
    const { table, key } = keepMade(await makeTable(this.wish()), this.game, this.chairs.indexOf('me'))
    return pathOf(table, key)
  }
}

const noSeconds = (): Record<BuildingClass, number> => ({ peasantry: 0, bourgeoisie: 0, church: 0, chivalry: 0, magic: 0, royalty: 0 })

/** Start a game against computer players in one click; errors are shown as a toast. */
export async function playNow(game: GameName, level: Level = 'normal'): Promise<void> {
  const setup = new Setup()
  setup.play(game)
  setup.chairs = setup.chairs.map((each) => (each === 'me' ? 'me' : level))
  try {
    go(await setup.make())
  } catch (trouble) {
    complain(trouble)
  }
}

export async function watchRecord(record: Json): Promise<{ table: string; key: string }> {
  const made = await makeTable({ record: record as Record<string, Json> })
  const name = (record as { game?: GameName } | null)?.game
  return keepMade(made, name && name in FACTS ? name : 'rattus', -1)
}

function keepMade(made: TableCreated, game: GameName, place: number): { table: string; key: string } {
  const key = made.keys.chairs[place] ?? made.keys.watch
  remember({ table: made.table, game, key, keys: made.keys, seats: made.keys.chairs.length, status: 'open', watching: place < 0 })
  return { table: made.table, key }
}
