/** Written by `make types` from rattus.games.cartus.models. Do not edit. */

import type { Colour, Json } from '$lib/net/types'

/** A building card: the building, and what its supply gives, a letter for each thing. */
export interface BuildingCard {
  building: string
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
  class: string
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
  card: string
  rule: string
}

export interface CartusDrewEvent {
  number: number
  after: number
  event: 'drew'
  seat: Colour | null
  card: string | null
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
  card: string | null
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
  card: string | null
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
  card: string | null
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

export interface CartusPosition {
  game?: 'cartus'
  players?: number
  options?: Record<string, Json>
  round?: number
  first?: Colour
  to_move?: Colour | null
  phase?: 'supply' | 'enter' | 'resolve' | 'over'
  row?: (BuildingCard | null)[] | number
  buildings?: (BuildingCard | null)[] | number
  replacement?: (BuildingCard | null)[] | number
  returned?: (BuildingCard | null)[] | number
  used?: (BuildingCard | null)[] | number
  influence?: Record<string, Json[][]>
  rats?: Partial<Record<Colour, number>>
  points?: Partial<Record<Colour, (number | null)[] | number>>
  tokens?: (number | null)[] | number
  stacks?: Record<string, number>
  lost?: Record<string, number>
  hands?: Partial<Record<Colour, (string | null)[] | number>>
  nuns?: (string | null)[] | number
  deck?: (string | null)[] | number
  discards?: (string | null)[] | number
  looked?: Partial<Record<Colour, number[]>>
  entered?: CartusPositionEntrant[]
  pending?: CartusPositionPending | null
  counted?: CartusPositionCounted
  premium?: Colour | null
  chosen?: string[]
  stream?: number[] | null
}

export interface CartusPositionCounted {
  all?: Count
  red?: Count
  yellow?: Count
  green?: Count
  blue?: Count
  white?: Count
  new?: Partial<Record<Colour, number>>
}

export interface CartusPositionEntrant {
  seat?: Colour
  building?: number
  cards?: (string | null)[] | number
  shown?: boolean
  strength?: number | null
}

export interface CartusPositionPending {
  ask?: 'peek' | 'play' | 'rob' | 'give' | 'infest' | 'act' | 'discard'
  place?: number | null
  due?: number
  last?: string | null
  seen?: number[]
  by?: 'sword' | 'tower'
  to?: Colour
  given?: number
  givers?: Colour[]
  premium?: boolean
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
  class: string
  influence: number
  rats: number
  rule: string
}

export interface CartusShowedEvent {
  number: number
  after: number
  event: 'showed'
  seat: Colour | null
  card: string
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
  card: string
  rule: string
}

export interface CartusTurnedEvent {
  number: number
  after: number
  event: 'turned'
  seat: Colour | null
  nun_place: number
  card: string
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
  influence: Record<string, ([Colour, number])[]>
  rats: Partial<Record<Colour, number | null>>
  points: Partial<Record<Colour, number[] | number>>
  tokens: number[] | number
  stacks: Record<string, number>
  lost: Record<string, number>
  hands: Partial<Record<Colour, string[] | number>>
  nuns: (string | null)[]
  deck: string[] | number
  discards: string[]
  looked: Partial<Record<Colour, number[]>>
  entered: Entrant[]
  pending: Pending | null
  counted: Counted
  premium?: Colour | null
  chosen?: string[]
  stream?: number[]
}

/** What one watcher can count of the cards that nobody shows. */
export interface Count {
  held?: Partial<Record<Colour, string[]>>
  most?: Partial<Record<Colour, Record<string, number>>>
  loose?: string[]
  deck?: Record<string, number>
  outside?: Record<string, number>
  nuns?: Record<string, number>
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
export interface Entrant {
  seat: Colour
  building: number
  cards: string[] | number
  shown: boolean
  strength: number | null
}

/** The question that is open, with what it is about. */
export interface Pending {
  ask: 'peek' | 'play' | 'rob' | 'give' | 'infest' | 'act' | 'discard'
  place: number | null
  due?: number | null
  last?: string | null
  seen?: number[]
  by?: 'sword' | 'tower'
  to?: Colour
  given?: number
  givers?: Colour[]
  premium?: boolean
}

export type CartusEvent = CartusActedEvent | CartusAnnouncedEvent | CartusCrownedEvent | CartusDiedEvent | CartusDiscardedEvent | CartusDrewEvent | CartusEarnedEvent | CartusEndedEvent | CartusEnteredEvent | CartusForcedEvent | CartusFreedEvent | CartusGaveEvent | CartusInfestedEvent | CartusLaidEvent | CartusLeftEvent | CartusLookedEvent | CartusNextEvent | CartusOpenedEvent | CartusPassedEvent | CartusPremiumEvent | CartusReplacedEvent | CartusRobbedEvent | CartusScoredEvent | CartusShowedEvent | CartusShuffledEvent | CartusSkippedEvent | CartusSuppliedEvent | CartusTookEvent | CartusTurnedEvent
