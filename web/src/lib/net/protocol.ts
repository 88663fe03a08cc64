/** The messages of the server, as described in docs/server.md. `types.ts` is written from the server's own schema. */

import type {
  AnswerRequest,
  BankClock,
  ChatRequest,
  Code,
  DaysClock,
  ExplainRequest,
  Hello,
  Json,
  MarkRequest,
  MoveRequest,
  ChairChange as AnyChairChange,
  PhraseRequest,
  SimpleRequest,
  Sync,
} from './types'

export * from './types'
export { GAMES, type GameName } from '../../games/names'

export type Options = Record<string, Json>
export type ClockSetting = BankClock | DaysClock

/** Error codes. `offline` is the client's own: the server did not answer. */
export interface Trouble {
  code: Code | 'offline'
  why: string
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
type AnyRequest = ExplainRequest | MoveRequest | SimpleRequest | AnswerRequest | ChatRequest | PhraseRequest | MarkRequest

/** What a client asks for; the connection gives it an id. */
export type Request = WithoutId<AnyRequest>
export type ClientMessage = Hello | Sync | AnyRequest
export type ChairChange =
  Pick<AnyChairChange, 'name'> | Required<Pick<AnyChairChange, 'holder'>> | Required<Pick<AnyChairChange, 'holder' | 'level'>>

/** Closing codes of the WebSocket. */
export const CLOSED = { refused: 1008, tooLarge: 1009, restarts: 1012, busy: 1013 } as const
