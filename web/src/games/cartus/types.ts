/** Written by `make types` from rattus.games.cartus.models. Do not edit. */

import type { Colour, Json } from '$lib/net/types'

/** A building card: the building, and what its supply gives, a letter for each thing. */
export interface BuildingCard {
  building: 'farm' | 'brewery' | 'marketplace' | 'office' | 'monastery' | 'hospital' | 'castle' | 'watchtower' | 'tent' | 'hut' | 'palace' | 'treasury'
  supply: string
}

export interface CartusActedEvent {
  number: number
  after: number
  event: 'acted'
  seat: Colour | null
  place: number
  premium: boolean
  rule: string
}

export interface CartusAnnouncedEvent {
  number: number
  after: number
  event: 'announced'
  seat: Colour | null
  cards: number
  rule: string
}

export interface CartusCrownedEvent {
  number: number
  after: number
  event: 'crowned'
  seat: Colour | null
  class: 'peasantry' | 'bourgeoisie' | 'church' | 'chivalry' | 'magic' | 'royalty'
  rule: string
}

export interface CartusDiedEvent {
  number: number
  after: number
  event: 'died'
  seat: Colour | null
  rats: number
  nuns: number
  rule: string
}

export interface CartusDiscardedEvent {
  number: number
  after: number
  event: 'discarded'
  seat: Colour | null
  card: 'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold'
  rule: string
}

export interface CartusDrewEvent {
  number: number
  after: number
  event: 'drew'
  seat: Colour | null
  card: 'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold' | null
  rule: string
}

export interface CartusEarnedEvent {
  number: number
  after: number
  event: 'earned'
  seat: Colour | null
  value: number | null
  rule: string
}

export interface CartusEndedEvent {
  number: number
  after: number
  event: 'ended'
  seat: Colour | null
  rule: string
}

export interface CartusEnteredEvent {
  number: number
  after: number
  event: 'entered'
  seat: Colour | null
  place: number
  rule: string
}

export interface CartusForcedEvent {
  number: number
  after: number
  event: 'forced'
  seat: Colour | null
  move: string | null
  rule?: string
}

export interface CartusFreedEvent {
  number: number
  after: number
  event: 'freed'
  seat: Colour | null
  rats: number
  rule: string
}

export interface CartusGaveEvent {
  number: number
  after: number
  event: 'gave'
  seat: Colour | null
  to_seat: Colour | null
  card: 'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold' | null
  by: 'sword' | 'tower'
  rule: string
}

export interface CartusInfestedEvent {
  number: number
  after: number
  event: 'infested'
  seat: Colour | null
  victim_seat: Colour | null
  rule: string
}

export interface CartusLaidEvent {
  number: number
  after: number
  event: 'laid'
  seat: Colour | null
  card: 'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold' | null
  rule: string
}

export interface CartusLeftEvent {
  number: number
  after: number
  event: 'left'
  seat: Colour | null
  place: number
  rule: string
}

export interface CartusLookedEvent {
  number: number
  after: number
  event: 'looked'
  seat: Colour | null
  nun_place: number
  card: 'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold' | null
  rule: string
}

export interface CartusNextEvent {
  number: number
  after: number
  event: 'next'
  seat: Colour | null
  round: number
  rule: string
}

export interface CartusOpenedEvent {
  number: number
  after: number
  event: 'opened'
  seat: Colour | null
  place: number
  building_card: BuildingCard
  rule: string
}

/** The result of a game: who won or died, and what each seat got its points for. */
export interface CartusOutcome {
  points: Partial<Record<Colour, number>>
  ranking: Colour[]
  winners: Colour[]
  dead: Colour[]
  reason: 'rounds'
  consolation: Colour[]
  categories: Partial<Record<Colour, Partial<Record<'peasantry' | 'bourgeoisie' | 'church' | 'chivalry' | 'magic' | 'royalty' | 'hand' | 'swords' | 'flutes' | 'passes' | 'gold' | 'tokens', number>>>>
  rats: Partial<Record<Colour, number>>
  nuns: number
}

export interface CartusPassedEvent {
  number: number
  after: number
  event: 'passed'
  seat: Colour | null
  rule: string
}

export interface CartusPremiumEvent {
  number: number
  after: number
  event: 'premium'
  seat: Colour | null
  rule: string
}

export interface CartusReplacedEvent {
  number: number
  after: number
  event: 'replaced'
  seat: Colour | null
  place: number
  building_card: BuildingCard
  rule: string
}

export interface CartusRobbedEvent {
  number: number
  after: number
  event: 'robbed'
  seat: Colour | null
  from_seat: Colour | null
  cards: number
  rule: string
}

export interface CartusScoredEvent {
  number: number
  after: number
  event: 'scored'
  seat: Colour | null
  class: 'peasantry' | 'bourgeoisie' | 'church' | 'chivalry' | 'magic' | 'royalty'
  influence: number
  rats: number
  rule: string
}

export interface CartusShowedEvent {
  number: number
  after: number
  event: 'showed'
  seat: Colour | null
  card: 'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold'
  rule: string
}

export interface CartusShuffledEvent {
  number: number
  after: number
  event: 'shuffled'
  seat: Colour | null
  cards: number
  rule: string
}

export interface CartusSkippedEvent {
  number: number
  after: number
  event: 'skipped'
  seat: Colour | null
  place: number
  premium: boolean
  rule: string
}

export interface CartusSuppliedEvent {
  number: number
  after: number
  event: 'supplied'
  seat: Colour | null
  place: number
  rule: string
}

export interface CartusTookEvent {
  number: number
  after: number
  event: 'took'
  seat: Colour | null
  card: 'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold'
  rule: string
}

export interface CartusTurnedEvent {
  number: number
  after: number
  event: 'turned'
  seat: Colour | null
  nun_place: number
  card: 'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold'
  rule: string
}

/** What somebody sees of a game. A list where a view has a number is known. */
export interface CartusView {
  game: 'cartus'
  players: number
  options: Record<string, Json>
  round: number
  first: Colour
  to_move: Colour | null
  phase: 'supply' | 'enter' | 'resolve' | 'over'
  row: BuildingCard[]
  buildings: BuildingCard[] | number
  replacement: BuildingCard[] | number
  returned: BuildingCard[]
  used: BuildingCard[]
  influence: Partial<Record<'peasantry' | 'bourgeoisie' | 'church' | 'chivalry' | 'magic' | 'royalty', ([Colour, number])[]>>
  rats: Partial<Record<Colour, number | null>>
  points: Partial<Record<Colour, number[] | number>>
  tokens: number[] | number
  stacks: Partial<Record<'joker' | 'sword' | 'flute' | 'pass' | 'gold', number>>
  lost: Partial<Record<'joker' | 'sword' | 'flute' | 'pass' | 'gold', number>>
  hands: Partial<Record<Colour, ('peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold')[] | number>>
  nuns: ('peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold' | null)[]
  deck: ('peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold')[] | number
  discards: ('peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold')[]
  looked: Partial<Record<Colour, number[]>>
  entered: Entry[]
  pending: Pending | null
  counted: Counted
  premium?: Colour | null
  chosen?: ('farm' | 'brewery' | 'marketplace' | 'office' | 'monastery' | 'hospital' | 'castle' | 'watchtower' | 'tent' | 'hut' | 'palace' | 'treasury')[]
  stream?: number[]
}

/** What one watcher can count of the cards that nobody shows. */
export interface Count {
  held?: Partial<Record<Colour, ('peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold')[]>>
  most?: Partial<Record<Colour, Partial<Record<'joker' | 'sword' | 'flute' | 'pass' | 'gold', number>>>>
  loose?: ('peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold')[]
  deck?: Partial<Record<'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold', number>>
  outside?: Partial<Record<'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold', number>>
  nuns?: Partial<Record<'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold', number>>
}

/** What everybody can count, and what a seat can; `new` is how many cards each hand has of the newest shuffle. */
export interface Counted {
  all: Count
  red?: Count
  yellow?: Count
  green?: Count
  blue?: Count
  white?: Count
  new?: Partial<Record<Colour, number>>
}

/** A player in a building, and the cards laid there: how many, while they are hidden. */
export interface Entry {
  seat: Colour
  building: number
  cards: ('peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold')[] | number
  shown: boolean
  strength: number | null
}

/** The question that is open, with what it is about. */
export interface Pending {
  ask: 'peek' | 'play' | 'rob' | 'give' | 'infest' | 'act' | 'discard'
  place: number | null
  due?: number | null
  last?: 'peasantry-0' | 'peasantry-1' | 'peasantry-2' | 'peasantry-3' | 'peasantry-4' | 'bourgeoisie-0' | 'bourgeoisie-1' | 'bourgeoisie-2' | 'bourgeoisie-3' | 'bourgeoisie-4' | 'church-0' | 'church-1' | 'church-2' | 'church-3' | 'church-4' | 'chivalry-0' | 'chivalry-1' | 'chivalry-2' | 'chivalry-3' | 'chivalry-4' | 'magic-0' | 'magic-1' | 'magic-2' | 'magic-3' | 'magic-4' | 'royalty-0' | 'royalty-1' | 'royalty-2' | 'royalty-3' | 'royalty-4' | 'joker' | 'sword' | 'flute' | 'pass' | 'gold' | null
  seen?: number[]
  by?: 'sword' | 'tower'
  to?: Colour
  given?: number
  givers?: Colour[]
  premium?: boolean
}

export type CartusEvent = CartusActedEvent | CartusAnnouncedEvent | CartusCrownedEvent | CartusDiedEvent | CartusDiscardedEvent | CartusDrewEvent | CartusEarnedEvent | CartusEndedEvent | CartusEnteredEvent | CartusForcedEvent | CartusFreedEvent | CartusGaveEvent | CartusInfestedEvent | CartusLaidEvent | CartusLeftEvent | CartusLookedEvent | CartusNextEvent | CartusOpenedEvent | CartusPassedEvent | CartusPremiumEvent | CartusReplacedEvent | CartusRobbedEvent | CartusScoredEvent | CartusShowedEvent | CartusShuffledEvent | CartusSkippedEvent | CartusSuppliedEvent | CartusTookEvent | CartusTurnedEvent
