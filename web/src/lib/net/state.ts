/** What a client knows of a table, and how messages change it. Pure: no socket, no clock. */

import type { GameEvent, Happening, ServerMessage, StateMessage, UpdateMessage } from './protocol'

export type TableState = Omit<StateMessage, 'type'>

export interface Applied {
  state: TableState | null
  /** The message says that something was missed: send `sync` with this number. */
  sync: number | null
  /** What is new since before; empty when all was replaced. */
  happened: Happening[]
  fresh: GameEvent[]
  /** Everything was replaced: nothing to animate. */
  replaced: boolean
}

const CHAT_KEPT = 100

const unchanged = (state: TableState | null, sync: number | null = null): Applied => ({
  state, sync, happened: [], fresh: [], replaced: false,
})

/** A message that is older than what is known, or comes twice, changes nothing; one that leaves a gap asks for the rest. */
export function apply(state: TableState | null, message: ServerMessage): Applied {
  switch (message.type) {
    case 'state':
      return state && message.number < state.number ? unchanged(state) : replace(message)
    case 'update':
      return update(state, message)
    case 'tick':
      return unchanged(state, message.number > (state?.number ?? 0) ? (state?.number ?? 0) : null)
    default:
      return unchanged(state)
  }
}

function replace({ number, you, table, view, legal, moves, undo, events, chat }: StateMessage): Applied {
  return { ...unchanged({ number, you, table, view, legal, moves, undo, events, chat }), replaced: true }
}

function update(state: TableState | null, message: UpdateMessage): Applied {
  if (!state) return unchanged(null, 0)
  if (message.number <= state.number) return unchanged(state)
  if (message.since !== state.number) return unchanged(state, state.number)
  const fresh = message.events ?? []
  if (!follows(state.events, fresh)) return unchanged(state, 0) // better all of it than a wrong story
  return {
    state: {
      number: message.number,
      you: message.you ?? state.you,
      table: message.table ?? state.table,
      view: message.view ?? state.view,
      legal: message.legal ?? state.legal,
      moves: message.moves ?? state.moves,
      undo: message.undo === undefined ? state.undo : message.undo,
      events: fresh.length ? [...state.events, ...fresh] : state.events,
      chat: [...state.chat, ...message.happened.filter((each) => each.kind === 'chat')].slice(-CHAT_KEPT),
    },
    sync: null,
    happened: message.happened,
    fresh,
    replaced: false,
  }
}

function follows(known: GameEvent[], fresh: GameEvent[]): boolean {
  const last = known.at(-1)
  const first = fresh[0]
  return !last || !first || first.number === last.number + 1
}
