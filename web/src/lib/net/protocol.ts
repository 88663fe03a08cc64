/** The messages of the server, as described in docs/server.md. */

export const COLOURS = ['red', 'yellow', 'green', 'blue', 'white', 'orange'] as const
export type Colour = (typeof COLOURS)[number]
export const GAMES = ['rattus', 'africanus', 'cartus'] as const
export type GameName = (typeof GAMES)[number]
export const LEVELS = ['easy', 'normal', 'hard', 'best'] as const
export type Level = (typeof LEVELS)[number]

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Options = Record<string, Json>

export const CODES = [
  'not_found',
  'other_rules',
  'not_yours',
  'malformed',
  'illegal',
  'late',
  'not_now',
  'busy',
  'too_large',
  'damaged',
  'closed',
] as const
export type Code = (typeof CODES)[number]
/** Error codes. `offline` is the client's own: the server did not answer. */
export interface Trouble {
  code: Code | 'offline'
  why: string
}

// ---- tables ----

export interface Seat {
  seat: number
  colour: Colour | null
  holder: 'open' | 'person' | 'bot' | 'closed'
  name: string | null
  level: Level | null
  away: boolean
}

export interface Asked {
  what: 'undo' | 'rematch'
  colour: Colour
  to?: number
  agreed: Colour[]
  waiting: Colour[]
}

export type ClockSetting = { kind: 'bank'; seconds: number; increment: number } | { kind: 'days'; days: number }
export type Clock = ClockSetting & {
  left: Partial<Record<Colour, number>>
  running: Colour | null
  since: number | null
}

export interface Outcome {
  points: Partial<Record<Colour, number>>
  ranking: Colour[]
  winners: Colour[]
  dead: Colour[]
  reason: string
  consolation?: Colour[]
  categories?: Partial<Record<Colour, Record<string, number>>>
  rats?: Partial<Record<Colour, number>>
  nuns?: number
  [more: string]: unknown
}

export interface Table {
  id: string
  game: GameName
  status: 'open' | 'playing' | 'over'
  match: number
  commitment: string | null
  options: Options
  sitter: Level
  /** Nobody is told how many rats the others have until the end (C2). */
  hide_rats: boolean
  /** Whether hints may be asked for. */
  hints: boolean
  seats: Seat[]
  asked: Asked | null
  clock: Clock | null
  watched: boolean
  outcome: Outcome | null
  seed: string | number | null
  salt: string | null
}

export interface You {
  role: 'host' | 'seat' | 'watch'
  seat?: number | null
  colour?: Colour | null
}

// ---- the game: the boards define more of views and events ----

export interface View {
  game: GameName
  players: number
  options: Options
  first: Colour
  to_move: Colour | null
  phase: string
  pending: ({ ask: string } & Record<string, Json>) | null
  [more: string]: Json
}

export interface GameEvent {
  number: number
  after: number
  event: string
  seat: Colour | null
  rule?: string
  [more: string]: Json | undefined
}

export interface ChatLine {
  number: number
  at: number
  colour: Colour | null
  seat: number | null
  text: string
}

export type Happening = { number: number; at: number } & (
  | { kind: 'made' | 'begun' }
  | { kind: 'seat'; seat: number }
  | { kind: 'move' | 'returned'; colour: Colour }
  | { kind: 'undone'; colour: Colour; to: number }
  | { kind: 'asked'; colour: Colour; what: 'undo' | 'rematch' }
  | { kind: 'answered'; colour: Colour; yes: boolean }
  | { kind: 'left'; colour: Colour; why: 'gave_up' | 'clock' }
  | { kind: 'chat'; colour: Colour | null; seat: number | null; text: string }
)

// ---- from the server ----

/** How your last move can be taken back: at once, by asking the others, or not at all. */
export type Undo = 'free' | 'ask' | null

export interface StateMessage {
  type: 'state'
  number: number
  /** Stands for the history up to this number: another history, as of a restored backup, has another one. */
  mark?: string
  /** The server does not have the history that this client said it knows. */
  anew?: boolean
  you: You
  table: Table
  view: View | null
  legal: string[]
  moves: number
  undo: Undo
  events: GameEvent[]
  chat: ChatLine[]
}

export interface UpdateMessage {
  type: 'update'
  since: number
  number: number
  mark?: string
  happened: Happening[]
  view?: View
  legal?: string[]
  moves?: number
  undo?: Undo
  events?: GameEvent[]
  you?: You
  table?: Table
}

export interface Option {
  move: string
  simulations: number
  worth: number
  chances: Partial<Record<Colour, number>>
  /** What the move is for: the key of a sentence, and the numbers and the seat in it. */
  reason: { key: HintReason; values: { chance?: number; other?: number; points?: number; seat?: Colour } }
}

export type HintReason = 'only' | 'win' | 'stop' | 'points' | 'deny' | 'survive' | 'even'

export interface HintMessage {
  type: 'hint'
  id: string
  move: string
  options: Option[]
  simulations: number
}

export interface DoneMessage {
  type: 'done'
  id: string
  number: number
}

export interface RefusedMessage {
  type: 'refused'
  id: string
  code: Code
  why: string
}

export interface TickMessage {
  type: 'tick'
  number: number
  at: number
}

export interface HereMessage {
  type: 'here'
  seats: number[]
  watching: number
}

export interface ErrorMessage {
  type: 'error'
  code: Code
  why: string
}

export type ServerMessage =
  StateMessage | UpdateMessage | TickMessage | HereMessage | HintMessage | DoneMessage | RefusedMessage | ErrorMessage

// ---- to the server ----

export type Request =
  | { type: 'move'; move: string; after: number }
  | { type: 'undo' | 'rematch' | 'leave' | 'return' | 'hint' }
  | { type: 'answer'; yes: boolean }
  | { type: 'chat'; text: string }

export type ClientMessage =
  | { type: 'hello'; table: string; key: string; have?: number; mark?: string }
  | { type: 'sync'; have: number; mark?: string }
  | (Request & { id: string })

/** Closing codes of the WebSocket. */
export const CLOSED = { refused: 1008, tooLarge: 1009, restarts: 1012, busy: 1013 } as const

// ---- REST ----

export interface SeatWish {
  name?: string
  bot?: Level
}

export interface TableWish {
  game?: GameName
  players?: number
  options?: Options
  seats?: SeatWish[]
  clock?: ClockSetting
  sitter?: Level
  hide_rats?: boolean
  /** Left out: only where one person plays against computers. */
  hints?: boolean
  start?: boolean
  position?: Json
  scenario?: string
  record?: Json
  move?: number
}

export interface Keys {
  host: string
  watch: string
  seats: string[]
}

export interface Made {
  table: string
  keys: Keys
}

export interface Seen {
  you: You
  table: Table
  /** The colour that has to decide. */
  to_move: Colour | null
}

export type SeatChange = { holder: 'open' | 'closed' } | { holder: 'bot'; level: Level } | { name: string }

export interface Moment {
  moves: number
  seat: Colour | null
  events: GameEvent[]
  view: View
}
