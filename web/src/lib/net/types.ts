/** Written by `make types` from rattus.server.protocol. Do not edit. */

import type { GameName } from '../../games/names'

export const PROTOCOL = 3

export const PROTOCOL_HEADER = 'Rattus-Protocol'

export const COLOURS = ['red', 'yellow', 'green', 'blue', 'white', 'orange'] as const
export type Colour = (typeof COLOURS)[number]

export const LEVELS = ['easy', 'normal', 'hard', 'best'] as const
export type Level = (typeof LEVELS)[number]

export const CODES = ['malformed', 'illegal', 'late', 'not_now', 'not_yours', 'not_found', 'other_rules', 'outdated', 'busy', 'too_large', 'trouble', 'damaged', 'closed'] as const
export type Code = (typeof CODES)[number]

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }

/** What all games have of a view. Each game's folder has the whole type of its own. */
export interface View {
  players: number
  options: Record<string, Json>
  first: Colour
  to_move: Colour | null
  phase: string
  pending: { ask: string; [more: string]: Json | undefined } | null
  game: GameName
  [more: string]: Json | undefined
}

/** What all games have of a position that one gives; most of it may be left out. */
export interface Position {
  players?: number
  options?: Record<string, Json>
  to_move?: Colour | null
  phase?: string
  pending?: { ask?: string; due?: number; [more: string]: Json | undefined } | null
  game?: GameName
  [more: string]: Json | undefined
}

/** What all games have of an event. */
export interface GameEvent {
  number: number
  after: number
  event: string
  seat: Colour | null
  rule?: string
  [more: string]: Json | undefined
}

/** What all games have of a result. */
export interface Outcome {
  points: Partial<Record<Colour, number>>
  ranking: Colour[]
  winners: Colour[]
  dead: Colour[]
  reason: string
  categories: Partial<Record<Colour, Record<string, number>>>
  [more: string]: Json | undefined
}

/** Agree to the proposal, or not. */
export interface AnswerRequest {
  id: string
  type: 'answer'
  yes: boolean
}

/** A number of seconds for the whole match, and an increment for each move. */
export interface BankClock {
  kind: 'bank'
  seconds: number
  increment?: number
}

/** A clock with a number of seconds for the whole match. */
export interface BankClockState {
  left?: Partial<Record<Colour, number>>
  running?: Colour | null
  since?: number
  kind: 'bank'
  seconds: number
  increment: number
}

/** Two regions that border on each other, by land or by an arrow across the sea. */
export interface BorderEntry {
  regions: string[]
  sea: boolean
  printed: boolean
}

/** A building with the supply actions of its five cards. */
export interface BuildingEntry {
  building: string
  class: string
  supply: SupplyEntry[]
}

/** A chair at the table, who sits there, and the seat it has in the match. */
export interface Chair {
  chair: number
  seat: Colour | null
  holder: ChairHolder
  name: string | null
  level: Level | null
  away: boolean
}

/** Who sits on a chair from the start: a person by name, a bot by level, or nobody yet. */
export interface ChairAssignment {
  name?: string | null
  bot?: Level | null
}

/** A person gives a name, or the host gives the chair to a bot, closes it or opens it. */
export interface ChairChange {
  name?: string | null
  holder?: 'open' | 'closed' | 'bot' | null
  level?: Level | null
}

/** Whose chair it is from now on, by the player's key, and the key of the host if they have that too. */
export interface ChairClaim {
  player: string
  host?: string | null
}

/** Whether the chair is the player's own now. It is not if it was another player's before. */
export interface ChairClaimed {
  yours: boolean
}

/** Who has a chair. */
export type ChairHolder = 'open' | 'person' | 'bot' | 'closed'

/** The rating of whoever sits on a chair; `change` is what the last match has changed, once it is over. */
export interface ChairRating {
  mean: number
  margin: number
  /** Too little is known yet to compare it with others */
  provisional: boolean
  chair: number
  change?: number | null
}

/** The id of a channel; not `confirmed`: an e-mail with a link is on its way. */
export interface ChannelAdded {
  channel: string
  confirmed: boolean
}

/** A channel by its id. */
export interface ChannelRef {
  channel: string
}

/** A chapter of a course. `sign` is the card, the building or the thing that it is about, or empty. */
export interface ChapterEntry {
  id: string
  /** By language */
  title: Record<string, string>
  sign: string
  steps: StepEntry[]
}

/** A line of chat; before a match a chair has no seat. */
export interface ChatLine {
  number: number
  at: number
  seat: Colour | null
  chair: number
  text: string
  /** The quick phrase that it is; texts are kept under its name */
  phrase: string | null
}

/** A line of chat. */
export interface ChatRequest {
  id: string
  type: 'chat'
  text: string
}

/** What is printed on the components of a game, as far as it has them. */
export interface ComponentsAnswer {
  game: GameName
  tokens: TokenEntry[]
  borders: BorderEntry[]
  cards: RegionCardsEntry[]
  supply: BuildingEntry[]
}

/** The course of a game. */
export interface CourseEntry {
  game: GameName
  /** By language */
  title: Record<string, string>
  chapters: ChapterEntry[]
}

/** All courses. */
export interface CoursesAnswer {
  courses: CourseEntry[]
}

/** The table that is to be made. */
export interface CreateTableRequest {
  game?: string | null
  players?: number | null
  options?: Record<string, Json>
  chairs?: ChairAssignment[]
  clock?: BankClock | DaysClock | null
  sitter?: Level
  /** Nobody is told how many rats the others have until the end (C2) */
  hide_rats?: boolean
  /** Whether hints may be asked for; left out: only where one person plays against bots */
  hints?: boolean | null
  /** Matches count for ratings; only with a clock, and at `/api/open/make` */
  rated?: boolean
  start?: boolean
  position?: Position | null
  scenario?: string | null
  record?: Record<string, Json> | null
  move?: number | null
}

/** The best game of the day before, and a key to watch it. */
export interface DailyBest {
  day: string
  table: string
  key: string
  name: string
  place: number
  points: number
}

/** The game of a day: the same deal for everybody. */
export interface DailyGame {
  game: GameName
  /** How many have begun it */
  played: number
  yours: DailyTry | null
  /** Which of all results yours is, from 1 on */
  rank: number | null
  /** Results are told: your try has ended, or the day is over */
  told: boolean
  /** The best ones: by place, then by points */
  results: DailyResult[]
  best: DailyBest | null
}

/** The games of a day. Days are those of UTC; today's ends at `ends`. */
export interface DailyGamesAnswer {
  /** False: the host has switched it off */
  on: boolean
  day: string
  today: string
  ends: number
  /** Of the computer players, from chair 2 on */
  levels: Level[]
  games: DailyGame[]
}

/** How the game of the day ended for a player. */
export interface DailyResult {
  name: string
  place: number
  points: number
  yours: boolean
}

/** Your try: its table and the key of your chair there. Place and points are null until it has ended, or if left. */
export interface DailyTry {
  table: string
  key: string
  ended: boolean
  left: boolean
  place: number | null
  points: number | null
}

/** A number of days for each move. */
export interface DaysClock {
  kind: 'days'
  days: number
}

/** A clock with a number of days for each move. */
export interface DaysClockState {
  left?: Partial<Record<Colour, number>>
  running?: Colour | null
  since?: number
  kind: 'days'
  days: number
}

/** What this device is called. */
export interface DeviceName {
  name: string
}

/** A device by its id. */
export interface DeviceRef {
  device: string
}

/** A request was carried out, and is stored as this entry. */
export interface DoneMessage {
  type: 'done'
  id: string
  number: number
}

/** Why a request was refused. */
export interface ErrorAnswer {
  code: Code
  why: string
}

/** A message could not be understood, or the client is not let in. */
export interface ErrorMessage {
  type: 'error'
  code: Code
  why: string
}

/** Why something cannot be chosen in a position: a region, a card, a building. Tables have a message for it. */
export interface ExplainPositionRequest {
  /** What the seat sees; nothing else is used */
  view: Position
  /** Who asks; null for a spectator */
  seat: Colour | null
  thing: string
  verb?: string | null
  words?: string[]
}

/** Why something cannot be chosen now, or what for it can: a region, a card, a building. `verb` and `words` are what has been chosen of a move so far. */
export interface ExplainRequest {
  id: string
  type: 'explain'
  thing: string
  verb?: string | null
  words?: string[]
}

/** The moves that a thing can be chosen for, reasons if there are none, and what is known of it besides. */
export interface ExplainedAnswer {
  moves: string[]
  reasons: Reason[]
  facts: Reason[]
}

/** The moves that a thing can be chosen for, reasons if there are none, and what is known of it besides. */
export interface ExplainedMessage {
  type: 'explained'
  id: string
  moves: string[]
  reasons: Reason[]
  facts: Reason[]
}

/** A chair that is a player's own. */
export interface ExportedChair {
  table: string
  chair: number
  host: boolean
  at: number
}

/** An entry of a journal that a player has added. */
export interface ExportedEntry {
  table: string
  number: number
  at: number
  kind: string
  chair: number
  data: Record<string, Json>
}

/** A rated match: the rank of the player, whether it counted for them, and the rating after it. */
export interface ExportedRatedMatch {
  table: string
  match: number
  game: GameName
  at: number
  rank: number
  rated: boolean
  mean: number
  deviation: number
}

/** A rating as it is stored. */
export interface ExportedRating {
  game: GameName
  mean: number
  deviation: number
  matches: number
}

/** A try at the game of a day. */
export interface ExportedTry {
  day: string
  game: GameName
  table: string
  begun: number
  ended: number | null
  left: boolean
  place: number | null
  points: number | null
}

/** After so many seconds bots of this level take the chairs that are still free, and the match begins. */
export interface Fill {
  seconds: number
  level: Level
}

/** A game that somebody would like to play: with this clock, or with any. */
export interface FindTableRequest {
  game: GameName
  clock?: BankClock | DaysClock | null
  any_clock?: boolean
  rated?: boolean
  fill?: Fill | null
}

/** A game: numbers of players, and options with their defaults. */
export interface GameAnswer {
  game: GameName
  title: string
  players: number[]
  options: Record<string, Json>
  rules_version: number
}

/** The rating of a player in a game, after so many rated matches. */
export interface GameRating {
  mean: number
  margin: number
  /** Too little is known yet to compare it with others */
  provisional: boolean
  game: GameName
  matches: number
}

/** A record, as in formats.md. During a match it has the events and the view of who asks, and less of the rest. */
export interface GameRecord {
  game: GameName
  rules_version: number
  players: number
  options?: Record<string, Json>
  seed?: number | string | null
  start: View
  moves: (Partial<Record<Colour, string>>)[]
  shuffles?: string[][]
  shuffling?: 'keyed'
  result?: Record<string, Json> | null
  commitment?: string
  salt?: string
  components?: Record<string, Record<string, Json>>
  events?: GameEvent[]
  view?: View
}

/** The games, and the levels of bots. */
export interface GamesAnswer {
  games: GameAnswer[]
  levels: Level[]
}

/** What works: the database takes writes, and other processes are heard. */
export interface HealthAnswer {
  status: 'well' | 'ill'
  database: boolean
  bus: boolean
}

/** The first message: the version, the table and a key to it, and the number and mark of the last known entry. */
export interface Hello {
  type: 'hello'
  protocol?: number
  table: string
  key: string
  have?: number | null
  mark?: string | null
}

/** The chairs whose people are connected, and how many spectators are. */
export interface HereMessage {
  type: 'here'
  chairs: number[]
  watching: number
}

/** The answer to a request for a hint: the move to make, and the best options in order. */
export interface HintMessage {
  type: 'hint'
  id: string
  move: string
  options: HintOption[]
  simulations: number
}

/** A move that was considered: how often it was tried, its worth, each seat's chance to win after it, and why. */
export interface HintOption {
  move: string
  simulations: number
  worth: number
  chances: Partial<Record<Colour, number>>
  reason: HintReason
}

/** What a move is for: the key of a sentence, and what it names. */
export interface HintReason {
  key: Purpose
  values: HintValues
}

/** The numbers and the seat in the sentence of a reason. */
export interface HintValues {
  chance?: number
  other?: number
  points?: number
  seat?: Colour
}

/** The code that the host of the server asks for before somebody may use open tables. */
export interface InvitationCode {
  code: string
}

/** Whether the player may use open tables now. */
export interface Invited {
  invited: boolean
}

export type JsonValue = Json

/** The new key of a chair; the old one opens nothing any more. */
export interface KeyRenewed {
  chair: number
  key: string
}

/** Why a bot took over from a person. */
export type LeaveReason = 'gave_up' | 'clock' | 'removed'

/** A step of a course after some moves of its seat, as that seat sees it. */
export interface LessonAnswer {
  game: GameName
  id: string
  seat: Colour
  rules: string[]
  /** Regions, cards or buildings to point at */
  show: string[]
  /** By language */
  say: Record<string, string>
  /** By language */
  ask: Record<string, string>
  view: View
  /** Of the last move, and of what follows a right answer */
  events: GameEvent[]
  /** None once it is answered */
  legal: string[]
  /** Null until the moves are a whole answer */
  answer: LessonSaid | null
}

/** A step of a course as a worked example: before, the right moves, after, and what came of them. */
export interface LessonExample {
  game: GameName
  id: string
  seat: Colour
  rules: string[]
  /** By language */
  say: Record<string, string>
  /** By language */
  ask: Record<string, string>
  line: string[]
  before: View
  /** Before the last move of the line */
  during: View
  after: View
  events: GameEvent[]
  /** By language */
  answer: Record<string, string>
}

/** What is said about an answer. */
export interface LessonSaid {
  right: boolean
  /** By language */
  say: Record<string, string>
}

/** The fixed rating of a level of computer players. */
export interface LevelRating {
  game: GameName
  level: Level
  mean: number
}

/** A puzzle in the list. */
export interface ListedPuzzle {
  id: string
  game: GameName
  /** What it is about, such as `plague` */
  theme: string
  players: number
}

/** An open table: all of it public there. */
export interface ListedTable {
  table: string
  game: GameName
  chairs: Chair[]
  clock: BankClock | DaysClock | null
  options: Record<string, Json>
  hide_rats: boolean
  rated: boolean
  /** Of those who sit here, if it is rated */
  ratings: ChairRating[]
  opened: number
  /** The chair of whoever opened the table */
  opener: number
  fill_at: number | null
  level: Level | null
}

/** Open tables, the newest first. `access`: `invitation` asks for a code first, `off` means there are none here. */
export interface ListedTables {
  access: 'everybody' | 'invitation' | 'off'
  /** Another number whenever the list has changed */
  version: number
  total: number
  tables: ListedTable[]
  next: number | null
}

/** The code in the link of the first e-mail. */
export interface MailCode {
  code: string
}

/** What stands in the link of an e-mail that ends them. */
export interface MailStop {
  channel: string
  code: string
}

/** Whether e-mails are sent to an address from now on. */
export interface MailStopped {
  sends: boolean
}

/** Point at something on the table for everybody to see: a region, a class card, a class, `building.2`, `nun.3`. */
export interface MarkRequest {
  id: string
  type: 'mark'
  thing: string
}

/** Somebody points at something on the table; it is shown for some seconds, and nowhere stored. */
export interface MarkedMessage {
  type: 'marked'
  chair: number
  seat: Colour | null
  thing: string
}

/** A match after a number of moves: who made the last one, its events, and the view. */
export interface Moment {
  moves: number
  seat: Colour | null
  events: GameEvent[]
  view: View
}

/** A match moment by moment. */
export interface MomentsAnswer {
  match: number
  moves: number
  moments: Moment[]
}

/** Make a move, decided when `after` moves had been made. */
export interface MoveRequest {
  id: string
  type: 'move'
  move: string
  after: number
}

/** One more place to be told: a push subscription with its keys, an e-mail address, a webhook, an ntfy topic. */
export interface NewChannel {
  kind: 'push' | 'mail' | 'webhook' | 'ntfy'
  address: string
  name: string
  p256dh?: string | null
  auth?: string | null
}

/** A player who is to be made. */
export interface NewPlayer {
  name: string
}

/** What somebody is told of: games and clocks, quiet hours in a time zone, and the language of messages. */
export interface NoticeWishes {
  games: GameName[]
  clocks: ('none' | 'bank' | 'days')[]
  quiet: QuietTime | null
  zone: string
  language: 'en' | 'nl' | 'de'
}

/** A table that is open to everybody; in `table` exactly one chair has a name, which is the player's own. If it is not `listed`, only players who have its link may sit down: the key of spectators. */
export interface OpenTableRequest {
  table: CreateTableRequest
  fill?: Fill | null
  listed?: boolean
}

/** Players may sit down, until at `fill_at` bots of this level take the chairs that are free. */
export interface OpenUntil {
  fill_at: number | null
  level: Level | null
  /** Anybody on this server may; otherwise whoever has the link */
  listed: boolean
}

/** A chair that is a player's own. */
export interface OwnChair {
  table: string
  chair: number
}

/** Where somebody is told. Nothing is sent to an e-mail address before it is confirmed, nor to what is `stuck`. */
export interface OwnChannel {
  channel: string
  kind: 'push' | 'mail' | 'webhook' | 'ntfy'
  address: string
  name: string
  made: number
  confirmed: boolean
  stuck: boolean
}

/** A device that came in by a passkey and has a key of its own. */
export interface OwnDevice {
  device: string
  name: string
  made: number
  seen: number
}

/** A passkey of a player. */
export interface OwnPasskey {
  passkey: string
  name: string
  made: number
  used: number | null
}

/** Whether everybody may see a player's page. */
export interface PageChoice {
  public: boolean
}

/** The id of a player's page; null if it is private. */
export interface PageChosen {
  page: string | null
}

/** Whether a page of a player is in sight; while one is, nothing is sent elsewhere. */
export interface PageSight {
  type: 'sight'
  visible: boolean
}

/** The id of a passkey that was added. */
export interface PasskeyAdded {
  passkey: string
}

/** What the browser has answered, as WebAuthn writes it in JSON, and what this device is called. */
export interface PasskeyAnswer {
  credential: Record<string, JsonValue>
  name: string
}

/** What the browser's `navigator.credentials` takes, as WebAuthn writes it in JSON. */
export interface PasskeyOptions {
  options: Record<string, JsonValue>
}

/** A passkey by its id. */
export interface PasskeyRef {
  passkey: string
}

/** A line of chat that every reader sees in their own language. */
export interface PhraseRequest {
  id: string
  type: 'phrase'
  phrase: 'hello' | 'luck' | 'moment' | 'thinking' | 'nice' | 'ouch' | 'close' | 'sorry' | 'thanks' | 'well_played' | 'again' | 'bye'
}

/** Everything that is stored of a player, and what they did and said at their tables. */
export interface PlayerExport {
  player: string
  name: string
  made: number
  seen: number
  chairs: ExportedChair[]
  results: PlayerResult[]
  entries: ExportedEntry[]
  devices: OwnDevice[]
  passkeys: OwnPasskey[]
  wishes: NoticeWishes
  channels: OwnChannel[]
  messages: SentNotice[]
  page: string | null
  ratings: ExportedRating[]
  rated_matches: ExportedRatedMatch[]
  figures: PlayerFigure[]
  tries: ExportedTry[]
}

/** Matches of one kind, and how many of them were won; of `reign` and `plague` the most, and what that was. `all`: of a game. `players`: with so many players. `order`: first, second and so on to move. `thing`: with a class card taken, or a building entered. `reign`: turns, or rounds, in a row in the lead. `plague`: cubes lost in a region at once, or rats at the end. */
export interface PlayerFigure {
  game: GameName
  kind: 'all' | 'players' | 'order' | 'thing' | 'reign' | 'plague'
  name: string
  matches: number
  won: number
  most: number
  facts: RecordFacts | null
}

/** A game of a player that is not over, and the keys that open it: the chair's, and the host's where they host. */
export interface PlayerGame {
  table: string
  chair: number
  key: string
  host: string | null
  /** Of spectators, at an open table: yours to give away */
  watch: string | null
  /** The day (UTC) whose game it is */
  daily: string | null
  game: GameName
  status: 'open' | 'playing'
  match: number
  moves: number
  /** How many decisions that person had made when the turn began */
  turn: number | null
  /** What that person is to do: a phase, or what is left of a turn */
  expected: string | null
  chairs: Chair[]
  /** The chair of the person who has to decide */
  waits_for: number | null
  /** When the time of that person is up */
  deadline: number | null
  clock: BankClock | DaysClock | null
  changed: number
}

/** Games of a player that are not over, those that wait for them first; `next` is where the next page begins. */
export interface PlayerGames {
  waiting: number
  games: PlayerGame[]
  next: number | null
}

/** The first message of a page that wants to know when the games of a player change. */
export interface PlayerHello {
  type: 'hello'
  protocol?: number
  player: string
}

/** The new key of a player; the old one, and what followed from it, opens nothing any more. */
export interface PlayerKeyRenewed {
  key: string
}

/** How a player comes in. `device` is the one that asks, null if it came by the link. */
export interface PlayerKeys {
  /** Whether the secret link is open */
  link: boolean
  device: string | null
  devices: OwnDevice[]
  passkeys: OwnPasskey[]
}

/** A player who was made, and the secret key that makes its owner this player on any device. */
export interface PlayerMade {
  player: string
  key: string
}

/** What this server can send (`push` is its key for the browser), what the player is told of, and where. */
export interface PlayerNotices {
  push: string | null
  mail: boolean
  webhooks: boolean
  wishes: NoticeWishes
  channels: OwnChannel[]
}

/** What there is to know of a player: ratings, and what all finished matches add up to. `page` is the id with which everybody can open it; null if it is private. */
export interface PlayerPage {
  name: string
  made: number
  page: string | null
  finished: number
  won: number
  ratings: GameRating[]
  levels: LevelRating[]
  figures: PlayerFigure[]
}

/** A player who is there no more. */
export interface PlayerRemoved {
  player: string
}

/** How a match ended for a player. `left`: a bot played on for them. `key` is null once the table is gone. */
export interface PlayerResult {
  table: string
  match: number
  chair: number
  key?: string | null
  at: number
  game: GameName
  seat: Colour
  place: number
  won: boolean
  left: boolean
  points: number | null
  seats: ResultSeat[]
  /** What a rated match has changed of the rating */
  change: number | null
}

/** How the matches of a player ended, the last first; `next` is where the next page begins. */
export interface PlayerResults {
  results: PlayerResult[]
  next: number | null
}

/** A player as they see themselves: games that wait for them, matches that are over, and those of them they won. */
export interface PlayerSeen {
  player: string
  name: string
  made: number
  waiting: number
  finished: number
  won: number
}

/** A proposal that needs everybody's consent. */
export interface Proposal {
  what: ProposalKind
  seat: Colour
  to: number | null
  agreed: Colour[]
  waiting: Colour[]
}

/** What needs the consent of the other people at a table. */
export type ProposalKind = 'undo' | 'rematch'

/** Somebody agreed to what is proposed, or not. */
export interface PublicAnswerEntry {
  number: number
  at: number
  kind: 'answered'
  seat: Colour
  yes: boolean
}

/** Somebody sat down on a chair, or the host changed who holds it. */
export interface PublicChairEntry {
  number: number
  at: number
  kind: 'chair'
  chair: number
}

/** A line of chat. */
export interface PublicChatEntry {
  number: number
  at: number
  kind: 'chat'
  seat: Colour | null
  chair: number
  text: string
  phrase: string | null
}

/** A bot plays on for a person. */
export interface PublicLeaveEntry {
  number: number
  at: number
  kind: 'left'
  seat: Colour | null
  why: LeaveReason
}

/** A move; what was done is in the events. `fault`: a bot failed, and the move was made at random in its place. */
export interface PublicMoveEntry {
  number: number
  at: number
  kind: 'move'
  seat: Colour
  fault?: string
}

/** Somebody proposed something that needs everybody's consent. */
export interface PublicProposalEntry {
  number: number
  at: number
  kind: 'asked'
  seat: Colour
  what: ProposalKind
}

/** How a match ended for a player, as everybody may know it: without names of others. */
export interface PublicResult {
  at: number
  game: GameName
  seat: Colour
  place: number
  won: boolean
  left: boolean
  points: number | null
  seats: Colour[]
  change: number | null
}

/** How the matches of a player ended, the last first; `next` is where the next page begins. */
export interface PublicResults {
  results: PublicResult[]
  next: number | null
}

/** The server was away, and these seconds count against nobody. */
export interface PublicResumeEntry {
  number: number
  at: number
  kind: 'resumed'
  seconds: number
}

/** A person took the chair back from the bot. */
export interface PublicReturnEntry {
  number: number
  at: number
  kind: 'returned'
  seat: Colour | null
}

/** The table was made, a match began, or the table was closed for good. */
export interface PublicTableEntry {
  number: number
  at: number
  kind: 'made' | 'begun' | 'closed'
}

/** Moves were undone until `to` were left. */
export interface PublicUndoEntry {
  number: number
  at: number
  kind: 'undone'
  seat: Colour | null
  to: number
}

/** The kind of reason for a move; the key of a sentence, `help.hint.why.…` in `rattus/words`. */
export type Purpose = 'only' | 'win' | 'stop' | 'points' | 'deny' | 'survive' | 'even'

/** What comes of an answer. The solution is told after the right move, or when it was asked for. */
export interface PuzzleAnswer {
  is_right: boolean
  /** The chance to win with the move, in ten-thousandths, if the search looked at it */
  chance: number | null
  solution: PuzzleSolution | null
}

/** An answer to a puzzle; without a move it asks for the solution. */
export interface PuzzleAttempt {
  move?: string | null
}

/** The puzzle of a day (UTC). */
export interface PuzzleDay {
  date: string
  /** Of the day, counted from 1 January 2026 */
  number: number
  puzzle: string
}

/** All puzzles, and those of the last seven days, today's first. */
export interface PuzzleList {
  puzzles: ListedPuzzle[]
  days: PuzzleDay[]
}

/** The solution, what the search found, and what the board shows after it. What was hidden from the seat and shows now was dealt at random: the puzzle does not know it. */
export interface PuzzleSolution {
  move: string
  /** The best moves, the solution first */
  answers: ReviewedOption[]
  reason: HintReason
  events: GameEvent[]
  view: View
}

/** A puzzle before it is answered: what its seat sees, and the moves it may make. */
export interface PuzzleTask {
  id: string
  game: GameName
  players: number
  /** Who is to move */
  seat: Colour
  view: View
  legal: string[]
}

/** From one time of the day to another, in which nothing is sent. */
export interface QuietTime {
  start: string
  end: string
}

/** A player in the list of ratings, and the id of their page. */
export interface RatedPlayer {
  mean: number
  margin: number
  /** Too little is known yet to compare it with others */
  provisional: boolean
  page: string
  name: string
  matches: number
}

/** The rating of a player in a game after each of the last rated matches, the oldest first. */
export interface RatingHistory {
  game: GameName
  moments: RatingMoment[]
}

/** The players of a game whose pages are public and whose ratings are no longer provisional, the best first. */
export interface RatingList {
  game: GameName
  players: RatedPlayer[]
  levels: LevelRating[]
  next: number | null
}

/** A rating after a rated match. */
export interface RatingMoment {
  at: number
  mean: number
  margin: number
}

/** Whether requests should be sent here. */
export interface ReadyAnswer {
  ready: boolean
}

/** A reason as a word for it, the rule behind it, and the values that its text names. */
export interface Reason {
  why: string
  rule: string
  seat?: Colour
  region?: string
  card?: string
  last?: string
  ask?: string
  verb?: string
  slot?: number
  limit?: number
  n?: number
}

/** What a record is about: the seat of the player, when it was, and the region or the nuns of a plague. */
export interface RecordFacts {
  seat: Colour
  at: number
  region?: string
  nuns?: number
}

/** A request was refused, and nothing has changed. */
export interface RefusedMessage {
  type: 'refused'
  id: string
  code: Code
  why: string
}

/** The region cards of a region: the two classes of each, or `?`. */
export interface RegionCardsEntry {
  region: string
  symbols: string[]
}

/** What is wrong with whoever sits on a chair, for the host of the server to see with the last lines of the chat. */
export interface ReportRequest {
  chair: number
  why: 'abuse' | 'spam' | 'cheating' | 'name' | 'other'
  text?: string
}

/** The report is stored. */
export interface Reported {
  reported: boolean
}

/** How a match ended for a seat. */
export interface ResultSeat {
  seat: Colour
  name: string | null
  level: Level | null
  place: number
  points: number | null
}

/** A reviewed game (docs/formats.md). */
export interface Review {
  format: number
  game: string
  rules_version: number
  players: number
  record: string
  viewer: Colour | null
  is_over: boolean
  by: ReviewedBy
  seats: Colour[]
  chances: number[][]
  decisions: ReviewedDecision[]
  luck: ReviewedLuck[]
  moments: ReviewedMoment[]
  sums: Partial<Record<Colour, ReviewedSum>>
}

/** A review, or how far it is: how many come first, and how many decisions are judged, of how many. */
export interface ReviewAnswer {
  match: number
  status: 'none' | 'waiting' | 'working' | 'done' | 'failed'
  ahead: number
  done: number
  total: number
  review: Review | null
}

/** By whom and how carefully it was reviewed. */
export interface ReviewedBy {
  network: number
  effort: string
  seed: number | string
  compiled: boolean
}

/** A decision that was judged by what its seat could know. */
export interface ReviewedDecision {
  /** How many moves were made before it */
  number: number
  seat: Colour
  played: string
  better: string | null
  cost: number
  error: number
  verdict: 'best' | 'good' | 'inexact' | 'costly' | 'very_costly'
  legal: number
  change: Partial<Record<Colour, number>>
  options: ReviewedOption[]
  reason: HintReason | null
}

/** What chance did between two decisions. */
export interface ReviewedLuck {
  first: number
  last: number
  change: Partial<Record<Colour, number>>
  events: number[]
}

/** One of the moments that mattered. */
export interface ReviewedMoment {
  kind: 'decision' | 'luck'
  number: number
  seat: Colour
  cost?: number
  change?: number
  events?: number[]
}

/** A move that was considered. */
export interface ReviewedOption {
  move: string
  chances: Partial<Record<Colour, number>>
  prior: number
}

/** How a seat's chance came about: `end` is `start`, all `decisions` and `chance` together. */
export interface ReviewedSum {
  start: number
  decisions: Partial<Record<Colour, number>>
  chance: number
  end: number
}

/** The chair that a player has now, and its key; `host` is the host's key if they opened the table. `watch` is the key of spectators, for everybody who sits there to give away; null where nobody may watch. */
export interface Seated {
  table: string
  chair: number
  key: string
  host: string | null
  watch: string | null
}

/** A message about a turn; `sent` is null if it was not sent. */
export interface SentNotice {
  channel: string
  table: string
  chair: number
  at: number
  sent: number | null
}

/** A request without further fields. */
export interface SimpleRequest {
  id: string
  type: 'undo' | 'rematch' | 'leave' | 'return' | 'hint'
}

/** The chair that somebody would like to have; where it is left out, whichever is free. `link` is the key in the link of a table that is not listed. */
export interface SitRequest {
  chair?: number | null
  link?: string | null
}

/** Everything that a role may know. `anew`: the server does not have the history that the client said it knows. */
export interface StateMessage {
  view: View | null
  legal: string[]
  moves: number
  undo: 'free' | 'ask' | null
  type: 'state'
  number: number
  mark: string
  anew?: boolean
  you: You
  table: Table
  events: GameEvent[]
  chat: ChatLine[]
}

/** A step of a course, and the rules that it is about. */
export interface StepEntry {
  id: string
  rules: string[]
}

/** A table where a player has no chair any more; `closed` if they had opened it, so that it is gone. */
export interface StoodUp {
  table: string
  closed: boolean
}

/** A supply action: `d` draws a card, `r` discards a rat, `l` looks at a card of the nun row. */
export interface SupplyEntry {
  action: string
  printed: boolean
}

/** The client misses something after entry `have`, which had this mark. */
export interface Sync {
  type: 'sync'
  have?: number | null
  mark?: string | null
}

/** The chairs of a table and what is agreed there: all of it public. */
export interface Table {
  id: string
  game: GameName
  status: TableStatus
  match: number
  options: Record<string, Json>
  sitter: Level
  /** Nobody is told how many rats the others have until the end (C2) */
  hide_rats: boolean
  /** Whether hints may be asked for */
  hints: boolean
  /** Matches count for the ratings of the players */
  rated: boolean
  /** Players may sit down here without a chair's key */
  open: OpenUntil | null
  /** The day (UTC) whose game it is: one try, without undo or hints */
  daily: string | null
  /** The table shows a record */
  watched: boolean
  /** Nothing happens at this table any more */
  closed: boolean
  chairs: Chair[]
  asked: Proposal | null
  clock: BankClockState | DaysClockState | null
  outcome: Outcome | null
  commitment: string | null
  seed: string | number | null
  salt: string | null
}

/** A table that was made, and its keys. */
export interface TableCreated {
  table: string
  keys: TableKeys
}

/** The secret keys of a table; `chairs` has one for each. */
export interface TableKeys {
  host: string
  watch: string
  chairs: string[]
}

/** The ratings of those at a rated table; empty at others. */
export interface TableRatings {
  chairs: ChairRating[]
}

/** A table that is there no more. */
export interface TableRemoved {
  table: string
}

/** A table, your role there, and the seat that has to decide. */
export interface TableSeen {
  you: You
  table: Table
  to_move: Colour | null
}

/** How far a table is. */
export type TableStatus = 'open' | 'playing' | 'over'

/** Now and then: the number of the last entry, and the server's time. */
export interface TickMessage {
  type: 'tick'
  number: number
  at: number
}

/** A face of rat tokens, and how many have it. */
export interface TokenEntry {
  limit: number
  symbols: string[]
  starting: boolean
  tokens: number
  /** The rulebook shows it; all others are reconstructed */
  printed: boolean
}

/** What is new after entry `since`; what has not changed is left out. */
export interface UpdateMessage {
  type: 'update'
  since: number
  number: number
  mark: string
  happened: PublicEntry[]
  you?: You
  table?: Table
  view?: View | null
  legal?: string[]
  moves?: number
  undo?: 'free' | 'ask' | null
  events?: GameEvent[]
}

/** All words and numbers that a program needs to show a game. Where a limit depends on the players it is a map. */
export interface VocabularyAnswer {
  game: GameName
  title: string
  rules_version: number
  players: number[]
  classes: string[]
  symbols: string[]
  cards: VocabularyCard[]
  verbs: VocabularyVerb[]
  events: VocabularyEvent[]
  options: VocabularyOption[]
  phases: string[]
  questions: string[]
  reasons: string[]
  categories: VocabularyCategory[]
  regions: Record<string, string[]>
  limits: Record<string, number | Record<string, number>>
  rules: string[]
}

/** A card or a building, with its class and the rule that says what it does. */
export interface VocabularyCard {
  card: string
  kind: 'class_card' | 'population' | 'special' | 'building'
  class: string | null
  rule: string
  /** Whether it may be played into a building */
  playable?: boolean
  /** Of a building: the rules advise against it with fewer players, and lots never bring it */
  fewest_players?: number | null
  /** Of a building: the special cards that its action gives */
  gives?: string | null
  /** Of a class card: the verbs of its moves */
  verbs?: string[] | null
  /** Of a class card: the events that tell of its use */
  events?: string[] | null
  /** Of a card for hands: how many there are */
  copies?: number | null
  /** Nuns on a population card */
  nuns?: number
  /** What it counts for in a building */
  influence?: number
  /** Rats that it brings into a building of another class */
  rats?: number
}

/** What points are for. */
export interface VocabularyCategory {
  category: string
  rule: string
}

/** A kind of event: its rule, its fields, and those of them that only some may know. */
export interface VocabularyEvent {
  event: string
  rule: string
  fields: string[]
  secret: string[]
}

/** What is agreed before a game; the first value is the default. It is for these numbers of players. */
export interface VocabularyOption {
  option: string
  values: (string | number)[]
  rule: string
  players: number[]
  /** A list of these may be given in its place */
  lists?: 'class_card' | 'building'
  /** How many such a list has, by players */
  length?: Record<string, number>
  /** How many of each class such a list has */
  of_a_class?: number
  /** A map of these with their copies may be given too: so many of each class */
  copies?: number
  /** Values that stand for a list, with this list */
  means?: Record<string, string[]>
}

/** A verb with the kinds of its arguments; `final`: a move with it can reveal something and is not taken back. */
export interface VocabularyVerb {
  verb: string
  arguments: string[]
  rule: string
  final: boolean
}

/** At first and whenever the games of the player have changed: how many wait for them. */
export interface WaitingMessage {
  type: 'games'
  waiting: number
  /** Another number whenever the list of open tables has changed */
  open: number
}

/** What came of a line: the moment after its last move as a seat sees it, and what may follow. */
export interface WhatIfAnswer {
  moves: number
  /** Who made the last move */
  seat: Colour | null
  /** By whose knowledge it is told */
  eyes: Colour
  /** Of the last move */
  events: GameEvent[]
  view: View
  /** Of whoever is to move */
  legal: string[]
  outcome: Outcome | null
  /** What the computer player did */
  played: string | null
  chances: Partial<Record<Colour, number>> | null
  record: GameRecord | null
}

/** A line of moves from a moment of a match. */
export interface WhatIfRequest {
  match?: number | null
  /** How many moves of the match are made before the line */
  at: number
  line?: string[]
  /** By whose knowledge it is told; left out: whoever moves */
  seat?: Colour | null
  /** A computer player of this level makes one more move */
  level?: Level | null
  /** Tell everybody's chance to win, as the computer sees it */
  chances?: boolean
  /** Of a running match: which deal of what you do not know */
  world?: number
  /** Tell the record that the line begins in */
  record?: boolean
}

/** The role that the key grants: a player has a chair, and from the start of a match on a seat. */
export interface You {
  role: 'host' | 'watch' | 'chair'
  chair: number | null
  seat: Colour | null
}

export type PublicEntry = PublicAnswerEntry | PublicChairEntry | PublicChatEntry | PublicLeaveEntry | PublicMoveEntry | PublicProposalEntry | PublicResumeEntry | PublicReturnEntry | PublicTableEntry | PublicUndoEntry

export type ServerMessage = DoneMessage | ErrorMessage | ExplainedMessage | HereMessage | HintMessage | MarkedMessage | RefusedMessage | StateMessage | TickMessage | UpdateMessage
