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
  VocabularyOption,
} from '$lib/net/protocol'
import { COLOURS } from '$lib/net/protocol'
import { makeTable, openTable } from '$lib/net/rest'
import { keepChair, somebody } from '$lib/player/player.svelte'
import { optionsOf, vocabularyOf } from '$lib/net/vocabulary.svelte'
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

/** The options of a game for so many players, with the values to choose from; the first is the default. */
export const choicesOf = (game: GameName, players: number): [option: string, values: (string | number)[]][] =>
  optionsOf(game, players).map(({ option, values, lists, copies }) => [
    option,
    [...values, ...(lists ? ['own'] : []), ...(copies ? ['copies'] : [])],
  ])

/** The cards that can be named for an option, class by class; what its first value stands for comes first. */
export function namedFor(game: GameName, option: VocabularyOption): [of: string, cards: string[]][] {
  const { classes = [], cards = [] } = vocabularyOf(game) ?? {}
  const usual = option.means?.[option.values[0]!] ?? []
  const named = cards.filter(({ kind }) => kind === option.lists).sort((a, b) => +usual.includes(b.card) - +usual.includes(a.card))
  return classes.map((of) => [of, named.filter((card) => card.class === of).map(({ card }) => card)])
}

export type Sitter = 'me' | 'open' | Level

export class Setup {
  game = $state<GameName>('rattus')
  chairs = $state<Sitter[]>(['me', 'normal', 'normal', 'normal'])
  values = $state<Record<string, string | number>>({})
  cards = $state<string[]>([])
  /** How many copies of cards, class by class; those that are not here are of the first card of the class. */
  private others = $state<Record<string, number>>({})
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
    this.others = {}
    this.hideRats = false
    this.hints = null
    this.first = 'random'
  }

  /** Change an option. Choosing one card a class starts from those with the most copies by the earlier choice. */
  set(name: string, value: string | number): void {
    this.values = { ...this.values, [name]: value }
    if (value === 'own' && this.named?.copies) for (const [, cards] of this.classes) this.take(cards, this.most(cards), this.named.copies)
  }

  /** The option for which cards can be chosen by name. */
  get named(): VocabularyOption | undefined {
    return optionsOf(this.game, this.players).find(({ lists }) => lists)
  }
  /** The cards that can be chosen, where they are chosen class by class. */
  get classes(): [of: string, cards: string[]][] {
    return this.named?.copies ? namedFor(this.game, this.named) : []
  }
  /** How many cards have to be chosen in all, where they are not chosen class by class; 0 where none are. */
  get needed(): number {
    const { option = '', length, of_a_class } = this.named ?? {}
    return this.values[option] === 'own' && !of_a_class ? (length?.[this.players] ?? 0) : 0
  }
  /** How many cards have yet to be chosen; below 0, how many are too many. Only at 0 the table can be made. */
  get missing(): number {
    return this.needed && this.needed - this.cards.length
  }

  /** How many copies of a card were chosen, out of the cards of its class. */
  copiesOf(cards: string[], card: string): number {
    if (card !== cards[0]) return this.others[card] ?? 0
    return cards.slice(1).reduce((left, other) => left - (this.others[other] ?? 0), this.named?.copies ?? 0)
  }
  /** Choose so many copies of a card, out of the cards of its class: the first gives them, and then the others. */
  take(cards: string[], card: string, number: number): void {
    let left = (this.named?.copies ?? 0) - number
    const others = { ...this.others, [card]: number }
    for (const other of cards.slice(1).filter((each) => each !== card)) left -= others[other] = Math.min(others[other] ?? 0, left)
    this.others = others
  }
  /** The card of a class with the most copies. */
  most(cards: string[]): string {
    return cards.reduce((best, card) => (this.copiesOf(cards, card) > this.copiesOf(cards, best) ? card : best))
  }

  /** The cards that were chosen by name, or all copies by number; undefined where that is left to the rules. */
  private chosen(way: string | number): Json | undefined {
    if (way === 'copies') {
      const copies = this.classes.flatMap(([, cards]) => cards.map((card): [string, number] => [card, this.copiesOf(cards, card)]))
      return Object.fromEntries(copies.filter(([, number]) => number > 0))
    }
    if (way !== 'own' || this.missing) return undefined
    return this.needed ? [...this.cards] : this.classes.map(([, cards]) => this.most(cards))
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
      const chosen = name === this.named?.option ? this.chosen(value) : undefined
      if (chosen !== undefined) found[name] = chosen
      else if (value !== choices[0] && value !== 'own') found[name] = value
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

  /** Whether it will be rated. */
  get counts(): boolean {
    return this.isRated
  }

  /** Rated or not: a rated game has a clock, so the first one that there is. */
  rate(isRated: boolean): void {
    this.isRated = isRated
    if (isRated && this.clock === 'none') this.clock = 'bank30'
  }

  /** Create the table; returns the way there. */
  async make(): Promise<string> {
    const listed = this.hasFriends && this.isOpen
    if (listed || this.counts) {
      const { key, player } = await somebody()
      const seconds = listed ? WAITS[this.fill] : 0
      const rated = this.counts ? { rated: true } : {}
      const wish = {
        table: { ...this.wish(), ...rated, start: false },
        listed,
        ...(seconds ? { fill: { seconds, level: this.sitter } } : {}),
      }
      return keepChair(await openTable(key, wish), this.game, this.players, player)
    }
    const { table, key } = keepMade(await makeTable(this.wish()), this.game, this.chairs.indexOf('me'))
    return pathOf(table, key)
  }
}

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
