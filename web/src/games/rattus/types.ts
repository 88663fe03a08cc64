/** Written by `make types` from rattus.games.rattus.models. Do not edit. */

import type { Colour, Json } from '$lib/net/types'

/** A region of a position of Africanus. */
export interface AfricanLand {
  rats?: (Face | null)[] | number
  cubes?: Partial<Record<Colour, number>>
  diplomats?: Colour[]
}

/** The ravage of a position of Africanus. */
export interface AfricanRavage {
  region?: string
  weight?: number
  token?: Face | null
  asking?: Colour | null
  covered?: Record<string, string>
}

export interface AfricanShuffled {
  pile?: number
  cards?: Record<string, number>
  hands?: Partial<Record<Colour, number[]>>
  drawn?: number[]
}

export interface AfricanusPosition {
  players?: number
  options?: Record<string, Json>
  first?: Colour | null
  turn?: Colour | null
  to_move?: Colour | null
  phase?: 'settle' | 'turn' | 'plague' | 'last_round' | 'final_ravage' | 'over' | 'caravan'
  turns?: number
  taken?: boolean
  placed?: boolean
  used?: string[]
  plague?: string
  regions?: Record<string, AfricanLand>
  palace?: Partial<Record<Colour, number>>
  classes?: Record<string, Colour | null>
  supply?: number | (Face | null)[]
  turned?: (Face | null)[]
  removed?: number | (Face | null)[]
  known?: Partial<Record<Colour, string[]>>
  acting?: Colour | null
  pending?: PositionPending | null
  ravage?: AfricanRavage | null
  marked?: string[]
  starting?: string[]
  reason?: 'supply' | 'cubes' | 'turns' | null
  game?: 'africanus'
  caravan?: string | null
  palace_diplomats?: Partial<Record<Colour, number>>
  hands?: Partial<Record<Colour, (string | null)[] | number>>
  pile?: (string | null)[] | number
  discards?: (string | null)[] | number
  shuffled?: AfricanShuffled
  stream?: number[] | null
}

/** What somebody sees of a game of Rattus Africanus. */
export interface AfricanusView {
  players: number
  options: Record<string, Json>
  first: Colour
  turn: Colour
  to_move: Colour | null
  phase: 'settle' | 'turn' | 'plague' | 'last_round' | 'final_ravage' | 'over' | 'caravan'
  turns: number
  taken: boolean
  placed: boolean
  used: string[]
  plague: string
  regions: Record<string, Land>
  palace: Partial<Record<Colour, number>>
  classes: Record<string, Colour | null>
  supply: number | (Face | null)[]
  turned: Face[]
  removed: number | (Face | null)[]
  known: Partial<Record<Colour, string[]>>
  acting: Colour | null
  pending: Pending | null
  ravage: Ravage | null
  marked?: string[]
  starting?: string[]
  reason?: 'supply' | 'cubes' | 'turns'
  game: 'africanus'
  caravan: string | null
  palace_diplomats: Partial<Record<Colour, number>>
  hands: Partial<Record<Colour, string[] | number>>
  pile: number | string[]
  discards: string[]
  shuffled?: Shuffled
  stream?: number[]
}

/** The face of a rat token. */
export interface Face {
  limit: number
  symbols: string[]
}

/** A region: its rats, null where a face is not known, and the cubes of each seat that has some there. */
export interface Land {
  rats: (Face | null)[]
  cubes: Partial<Record<Colour, number>>
  diplomats?: Colour[]
}

/** The question that is open, with what it is about. */
export interface Pending {
  ask: 'witch' | 'swap' | 'spread' | 'weigh' | 'reveal' | 'hold' | 'explore' | 'grow' | 'protect' | 'ravage'
  first?: string
  second?: string
  due?: number
  cards?: string[] | number
  queue?: ([Colour, string])[]
}

/** A region of a position. */
export interface PositionLand {
  rats?: (Face | null)[] | number
  cubes?: Partial<Record<Colour, number>>
}

/** The question of a position. */
export interface PositionPending {
  ask: 'witch' | 'swap' | 'spread' | 'weigh' | 'reveal' | 'hold' | 'explore' | 'grow' | 'protect' | 'ravage'
  first?: string
  second?: string
  due?: number
  cards?: (string | null)[] | number
  queue?: string[][]
}

/** The ravage of a position; in Rattus nobody is asked, whatever the last three fields have to say it with. */
export interface PositionRavage {
  region?: string
  weight?: number
  token?: Json
  asking?: Json
  covered?: Json
}

export interface RattusAcceptedEvent {
  number: number
  after: number
  event: 'accepted'
  seat: Colour | null
  rule: string
}

export interface RattusAppointedEvent {
  number: number
  after: number
  event: 'appointed'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusCampedEvent {
  number: number
  after: number
  event: 'camped'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusCarriedEvent {
  number: number
  after: number
  event: 'carried'
  seat: Colour | null
  from_region: string
  slot: number
  region: string
  rule: string
}

export interface RattusCoveredEvent {
  number: number
  after: number
  event: 'covered'
  seat: Colour | null
  card: string
  region_card: string
  rule: string
}

export interface RattusCrownedDiplomatEvent {
  number: number
  after: number
  event: 'crowned_diplomat'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusCrownedEvent {
  number: number
  after: number
  event: 'crowned'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusDeclinedEvent {
  number: number
  after: number
  event: 'declined'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusDismissedEvent {
  number: number
  after: number
  event: 'dismissed'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusDrewEvent {
  number: number
  after: number
  event: 'drew'
  seat: Colour | null
  region_card: string | null
  rule: string
}

export interface RattusEndedEvent {
  number: number
  after: number
  event: 'ended'
  seat: Colour | null
  rule: string
}

export interface RattusExploredEvent {
  number: number
  after: number
  event: 'explored'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusFarmedEvent {
  number: number
  after: number
  event: 'farmed'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusForcedEvent {
  number: number
  after: number
  event: 'forced'
  seat: Colour | null
  move: string | null
  rule?: string
}

export interface RattusGrewEvent {
  number: number
  after: number
  event: 'grew'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusHeldEvent {
  number: number
  after: number
  event: 'held'
  seat: Colour | null
  region_card: string | null
  rule: string
}

export interface RattusInfestedEvent {
  number: number
  after: number
  event: 'infested'
  seat: Colour | null
  region: string
  rule: string
}

export interface RattusKeptEvent {
  number: number
  after: number
  event: 'kept'
  seat: Colour | null
  rule: string
}

export interface RattusLastCallEvent {
  number: number
  after: number
  event: 'last_call'
  seat: Colour | null
  reason: 'supply' | 'cubes' | 'turns'
  rule: string
}

export interface RattusLookedEvent {
  number: number
  after: number
  event: 'looked'
  seat: Colour | null
  region: string
  slot: number
  face: Face | null
  rule: string
}

export interface RattusLostEvent {
  number: number
  after: number
  event: 'lost'
  seat: Colour | null
  region: string
  cubes: number
  symbol: string
  rule: string
}

export interface RattusMovedEvent {
  number: number
  after: number
  event: 'moved'
  seat: Colour | null
  from_region: string
  region: string
  rule: string
}

export interface RattusNextEvent {
  number: number
  after: number
  event: 'next'
  seat: Colour | null
  rule: string
}

/** The result of a game: who won, and what each seat got its points for. */
export interface RattusOutcome {
  points: Partial<Record<Colour, number>>
  ranking: Colour[]
  winners: Colour[]
  dead: Colour[]
  reason: 'supply' | 'cubes' | 'turns'
  categories: Partial<Record<Colour, Partial<Record<'map' | 'palace' | 'cards' | 'diplomats', number>>>>
  scoring_cards?: Partial<Record<Colour, string[]>>
}

export interface RattusPassedEvent {
  number: number
  after: number
  event: 'passed'
  seat: Colour | null
  rule: string
}

export interface RattusPlacedEvent {
  number: number
  after: number
  event: 'placed'
  seat: Colour | null
  region: string
  cubes: number
  rule: string
}

export interface RattusPosition {
  players?: number
  options?: Record<string, Json>
  first?: Colour | null
  turn?: Colour | null
  to_move?: Colour | null
  phase?: 'settle' | 'turn' | 'plague' | 'last_round' | 'final_ravage' | 'over' | 'caravan'
  turns?: number
  taken?: boolean
  placed?: boolean
  used?: string[]
  plague?: string
  regions?: Record<string, PositionLand>
  palace?: Partial<Record<Colour, number>>
  classes?: Record<string, Colour | null>
  supply?: number | (Face | null)[]
  turned?: (Face | null)[]
  removed?: number | (Face | null)[]
  known?: Partial<Record<Colour, string[]>>
  acting?: Colour | null
  pending?: PositionPending | null
  ravage?: PositionRavage | null
  marked?: string[]
  starting?: string[]
  reason?: 'supply' | 'cubes' | 'turns' | null
  game?: 'rattus'
}

export interface RattusRavagedEvent {
  number: number
  after: number
  event: 'ravaged'
  seat: Colour | null
  region: string
  weight: number
  rule: string
}

export interface RattusRodeEvent {
  number: number
  after: number
  event: 'rode'
  seat: Colour | null
  from_region: string
  region: string
  rule: string
}

export interface RattusSettledEvent {
  number: number
  after: number
  event: 'settled'
  seat: Colour | null
  region: string
  cubes: number
  rule: string
}

export interface RattusShippedDiplomatEvent {
  number: number
  after: number
  event: 'shipped_diplomat'
  seat: Colour | null
  from_region: string
  region: string
  cubes: number
  rule: string
}

export interface RattusShippedEvent {
  number: number
  after: number
  event: 'shipped'
  seat: Colour | null
  from_region: string
  region: string
  cubes: number
  rule: string
}

export interface RattusShowedEvent {
  number: number
  after: number
  event: 'showed'
  seat: Colour | null
  region_card: string
  rule: string
}

export interface RattusShuffledEvent {
  number: number
  after: number
  event: 'shuffled'
  seat: Colour | null
  cards: number
  rule: string
}

export interface RattusSwappedEvent {
  number: number
  after: number
  event: 'swapped'
  seat: Colour | null
  from_region: string
  slot: number
  region: string
  other_slot: number
  rule: string
}

export interface RattusThrownEvent {
  number: number
  after: number
  event: 'thrown'
  seat: Colour | null
  region_card: string
  rule: string
}

export interface RattusTookEvent {
  number: number
  after: number
  event: 'took'
  seat: Colour | null
  card: string
  from_seat: Colour | null
  rule: string
}

export interface RattusTravelledEvent {
  number: number
  after: number
  event: 'travelled'
  seat: Colour | null
  from_region: string
  over_region: string
  region: string
  rule: string
}

export interface RattusTurnedEvent {
  number: number
  after: number
  event: 'turned'
  seat: Colour | null
  region: string
  slot: number
  face: Face
  bites: boolean
  rule: string
}

/** What somebody sees of a game of Rattus. A list or a face where a view has a number or null is known. */
export interface RattusView {
  players: number
  options: Record<string, Json>
  first: Colour
  turn: Colour
  to_move: Colour | null
  phase: 'settle' | 'turn' | 'plague' | 'last_round' | 'final_ravage' | 'over' | 'caravan'
  turns: number
  taken: boolean
  placed: boolean
  used: string[]
  plague: string
  regions: Record<string, Land>
  palace: Partial<Record<Colour, number>>
  classes: Record<string, Colour | null>
  supply: number | (Face | null)[]
  turned: Face[]
  removed: number | (Face | null)[]
  known: Partial<Record<Colour, string[]>>
  acting: Colour | null
  pending: Pending | null
  ravage: Ravage | null
  marked?: string[]
  starting?: string[]
  reason?: 'supply' | 'cubes' | 'turns'
  game: 'rattus'
}

export interface RattusWeighedEvent {
  number: number
  after: number
  event: 'weighed'
  seat: Colour | null
  weight: number
  rule: string
}

/** The region that is ravaged; in Africanus also the token that bites and the class cards that are covered. */
export interface Ravage {
  region: string
  weight: number
  token?: Face | null
  asking?: Colour | null
  covered?: Record<string, string>
}

/** Which shuffle each hidden region card came from. */
export interface Shuffled {
  pile: number
  cards: Record<string, number>
  hands: Partial<Record<Colour, number[]>>
  drawn: number[]
}

export type RattusEvent = RattusAcceptedEvent | RattusAppointedEvent | RattusCampedEvent | RattusCarriedEvent | RattusCoveredEvent | RattusCrownedDiplomatEvent | RattusCrownedEvent | RattusDeclinedEvent | RattusDismissedEvent | RattusDrewEvent | RattusEndedEvent | RattusExploredEvent | RattusFarmedEvent | RattusForcedEvent | RattusGrewEvent | RattusHeldEvent | RattusInfestedEvent | RattusKeptEvent | RattusLastCallEvent | RattusLookedEvent | RattusLostEvent | RattusMovedEvent | RattusNextEvent | RattusPassedEvent | RattusPlacedEvent | RattusRavagedEvent | RattusRodeEvent | RattusSettledEvent | RattusShippedDiplomatEvent | RattusShippedEvent | RattusShowedEvent | RattusShuffledEvent | RattusSwappedEvent | RattusThrownEvent | RattusTookEvent | RattusTravelledEvent | RattusTurnedEvent | RattusWeighedEvent
