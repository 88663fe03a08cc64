/** The requests of docs/server.md, one function each. Errors are thrown as a `Refusal`. */

import { answered, unanswered } from '../app/away.svelte'
import { reloadOnce } from './outdated'
import {
  PROTOCOL,
  PROTOCOL_HEADER,
  type GameRecord,
  type TableCreated,
  type MomentsAnswer,
  type TableSeen,
  type ChairChange,
  type CreateTableRequest,
  type Trouble,
  type VocabularyAnswer,
  type PlayerExport,
  type KeyRenewed,
  type Reported,
  type ReportRequest,
  type PlayerGames,
  type PlayerKeyRenewed,
  type PlayerMade,
  type PlayerRemoved,
  type PlayerResults,
  type PlayerSeen,
  type NewPlayer,
  type ChairClaim,
  type ChairClaimed,
  type OwnChair,
  type DailyGamesAnswer,
  type FindTableRequest,
  type InvitationCode,
  type Invited,
  type ListedTables,
  type OpenTableRequest,
  type Seated,
  type SitRequest,
  type StoodUp,
  type ChannelAdded,
  type MailStopped,
  type NewChannel,
  type NoticeWishes,
  type PasskeyAdded,
  type PasskeyAnswer,
  type PasskeyOptions,
  type PlayerKeys,
  type PlayerNotices,
  type ExplainedAnswer,
  type ExplainPositionRequest,
  type PuzzleAnswer,
  type PuzzleAttempt,
  type PuzzleList,
  type PuzzleTask,
  type GameName,
  type PageChosen,
  type PlayerPage,
  type PublicResults,
  type RatingHistory,
  type RatingList,
  type TableRatings,
  type ReviewAnswer,
  type ComponentsAnswer,
  type CoursesAnswer,
  type LessonAnswer,
  type LessonExample,
  type WhatIfAnswer,
  type WhatIfRequest,
} from './protocol'

export class Refusal extends Error implements Trouble {
  constructor(
    readonly code: Trouble['code'],
    readonly why: string,
  ) {
    super(`${code}: ${why}`)
  }
}

async function ask<T>(method: string, path: string, key: string | null, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { [PROTOCOL_HEADER]: String(PROTOCOL) }
  if (key) headers['Authorization'] = `Bearer ${key}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  let answer: Response
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  } catch {
    unanswered()
    throw new Refusal('offline', 'no answer')
  }
  answered()
  const data: unknown = await answer.json().catch(() => null)
  if (answer.ok) return data as T
  const said = data as Partial<Trouble> | null
  if (said?.code === 'outdated') reloadOnce()
  if (typeof said?.code === 'string') throw new Refusal(said.code, said.why ?? '')
  throw new Refusal('offline', `status ${answer.status}`)
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`

export const makeTable = (wish: CreateTableRequest) => ask<TableCreated>('POST', '/api/tables', null, wish)
export const seeTable = (table: string, key: string) => ask<TableSeen>('GET', at(table), key)
export const changeChair = (table: string, key: string, chair: number, change: ChairChange) =>
  ask<unknown>('PATCH', `${at(table)}/chairs/${chair}`, key, change)
export const startTable = (table: string, key: string) => ask<unknown>('POST', `${at(table)}/start`, key)
export const getRecord = (table: string, key: string, match: number) => ask<GameRecord>('GET', `${at(table)}/record?match=${match}`, key)
export const getVocabulary = (game: string) => ask<VocabularyAnswer>('GET', `/api/games/${encodeURIComponent(game)}/vocabulary`, null)
export const getComponents = (game: string) => ask<ComponentsAnswer>('GET', `/api/games/${encodeURIComponent(game)}/components`, null)
/** Reports whoever sits on a chair to whoever runs the server. */
export const kick = (table: string, key: string, chair: number) => ask<KeyRenewed>('POST', `${at(table)}/chairs/${chair}/kick`, key)
export const reportChair = (table: string, key: string, report: ReportRequest) => ask<Reported>('POST', `${at(table)}/reports`, key, report)
/** `everything` works only after the end of the match. */
export const getMoments = (table: string, key: string, match: number, first: number, last: number, everything = false) =>
  ask<MomentsAnswer>('GET', `${at(table)}/moments?match=${match}&first=${first}&last=${last}&everything=${everything}`, key)

export const getReview = (table: string, key: string, match: number) =>
  ask<ReviewAnswer>('GET', `${at(table)}/review${match ? `?match=${match}` : ''}`, key)
export const askForReview = (table: string, key: string, match: number) =>
  ask<ReviewAnswer>('POST', `${at(table)}/review${match ? `?match=${match}` : ''}`, key)
/** What comes of other moves. */
export const tryLine = (table: string, key: string, line: WhatIfRequest) => ask<WhatIfAnswer>('POST', `${at(table)}/what-if`, key, line)

export const listPuzzles = () => ask<PuzzleList>('GET', '/api/puzzles', null)
export const getPuzzle = (puzzle: string) => ask<PuzzleTask>('GET', `/api/puzzles/${encodeURIComponent(puzzle)}`, null)
/** A move, or null for the solution. */
export const answerPuzzle = (puzzle: string, attempt: PuzzleAttempt) =>
  ask<PuzzleAnswer>('POST', `/api/puzzles/${encodeURIComponent(puzzle)}/answer`, null, attempt)
/** Why something cannot be chosen in a position that is at no table. */
export const explainPosition = (request: ExplainPositionRequest) => ask<ExplainedAnswer>('POST', '/api/explain', null, request)
export const getCourses = () => ask<CoursesAnswer>('GET', '/api/courses', null)
const stepAt = (game: string, step: string) => `/api/courses/${encodeURIComponent(game)}/${encodeURIComponent(step)}`
/** A step of a course after some moves. */
export const getLesson = (game: string, step: string, moves: readonly string[] = []) =>
  ask<LessonAnswer>(
    'GET',
    `${stepAt(game, step)}${moves.length ? `?${new URLSearchParams(moves.map((move) => ['move', move]))}` : ''}`,
    null,
  )
export const getExample = (game: string, step: string) => ask<LessonExample>('GET', `${stepAt(game, step)}/example`, null)

export const makePlayer = (name: string) => ask<PlayerMade>('POST', '/api/players', null, { name })
export const seeMe = (key: string) => ask<PlayerSeen>('GET', '/api/me', key)
export const changeMe = (key: string, change: NewPlayer) => ask<PlayerSeen>('POST', '/api/me/name', key, change)
export const renewMe = (key: string) => ask<PlayerKeyRenewed>('POST', '/api/me/key', key)
export const removeMe = (key: string) => ask<PlayerRemoved>('POST', '/api/me/remove', key)
export const exportMe = (key: string) => ask<PlayerExport>('GET', '/api/me/export', key)
export const listGames = (key: string, first = 0) => ask<PlayerGames>('GET', `/api/me/games?first=${first}`, key)
export const listResults = (key: string, first = 0) => ask<PlayerResults>('GET', `/api/me/results?first=${first}`, key)
/** Ratings and statistics: one's own with a key, those of somebody who shows them by the id of the page. */
export const seePage = (key: string) => ask<PlayerPage>('GET', '/api/me/page', key)
export const showPage = (key: string, isPublic: boolean) => ask<PageChosen>('POST', '/api/me/page', key, { public: isPublic })
export const seeHistory = (key: string, game: GameName) => ask<RatingHistory>('GET', `/api/me/history?game=${game}`, key)
const page = (id: string) => `/api/pages/${encodeURIComponent(id)}`
export const seePublicPage = (id: string) => ask<PlayerPage>('GET', page(id), null)
export const seePublicHistory = (id: string, game: GameName) => ask<RatingHistory>('GET', `${page(id)}/history?game=${game}`, null)
export const listPublicResults = (id: string, first = 0) => ask<PublicResults>('GET', `${page(id)}/results?first=${first}`, null)
export const listRatings = (game: GameName, first = 0) => ask<RatingList>('GET', `/api/ratings?game=${game}&first=${first}`, null)
/** The ratings at a rated table, and what its last match has changed. */
export const ratingsAt = (table: string, key: string) => ask<TableRatings>('GET', `${at(table)}/ratings`, key)
/** Makes the chair with this key the player's own. */
export const claimChair = (table: string, key: string, claim: ChairClaim) => ask<ChairClaimed>('PUT', `${at(table)}/player`, key, claim)
/** How the player comes in: link, passkeys, devices. */
export const seeKeys = (key: string) => ask<PlayerKeys>('GET', '/api/me/keys', key)
export const passkeyToAdd = (key: string) => ask<PasskeyOptions>('POST', '/api/me/passkeys/options', key)
export const addPasskey = (key: string, made: PasskeyAnswer) => ask<PasskeyAdded>('POST', '/api/me/passkeys', key, made)
export const removePasskey = (key: string, passkey: string) => ask<PlayerKeys>('POST', '/api/me/passkeys/remove', key, { passkey })
export const passkeyToUse = () => ask<PasskeyOptions>('POST', '/api/passkeys/options', null)
export const signIn = (used: PasskeyAnswer) => ask<PlayerMade>('POST', '/api/passkeys/sign-in', null, used)
export const closeLink = (key: string, name: string) => ask<PlayerKeyRenewed>('POST', '/api/me/link/close', key, { name })
export const removeDevice = (key: string, device: string) => ask<PlayerKeys>('POST', '/api/me/devices/remove', key, { device })
/** What the player is told of, and where. */
export const seeNotices = (key: string) => ask<PlayerNotices>('GET', '/api/me/notices', key)
export const changeWishes = (key: string, wishes: NoticeWishes) => ask<PlayerNotices>('PUT', '/api/me/notices', key, wishes)
export const addChannel = (key: string, channel: NewChannel) => ask<ChannelAdded>('POST', '/api/me/channels', key, channel)
export const removeChannel = (key: string, channel: string) => ask<PlayerNotices>('POST', '/api/me/channels/remove', key, { channel })
export const confirmMail = (code: string) => ask<MailStopped>('POST', '/api/mail/confirm', null, { code })
export const stopMail = (channel: string, code: string) => ask<MailStopped>('POST', '/api/mail/stop', null, { channel, code })
export const releaseChair = (key: string, chair: OwnChair) => ask<OwnChair>('POST', '/api/me/release', key, chair)

/** The games of a day (UTC); without one, of today. Without a key where the server asks for no invitation code. */
export const seeDaily = (key: string | null, day?: string) => ask<DailyGamesAnswer>('GET', `/api/daily${day ? `?day=${day}` : ''}`, key)
/** The one try at today's game: begins, or goes on. */
export const playDaily = (key: string, game: string) => ask<Seated>('POST', `/api/daily/${encodeURIComponent(game)}`, key)

/** Tables that are open to everybody. Without a key where the server asks for no invitation code. */
export const listOpenTables = (key: string | null, first = 0) => ask<ListedTables>('GET', `/api/open?first=${first}`, key)
export const openTable = (key: string, wish: OpenTableRequest) => ask<Seated>('POST', '/api/open/make', key, wish)
export const findTable = (key: string, wish: FindTableRequest) => ask<Seated>('POST', '/api/open/find', key, wish)
export const sitDown = (key: string, table: string, wish: SitRequest) =>
  ask<Seated>('POST', `/api/open/${encodeURIComponent(table)}/sit`, key, wish)
export const standUp = (key: string, table: string) => ask<StoodUp>('POST', `/api/open/${encodeURIComponent(table)}/leave`, key)
export const giveInvitation = (key: string, code: InvitationCode) => ask<Invited>('POST', '/api/me/invitation', key, code)
