/** What a client knows of a table, and how messages change it. Pure: no socket, no clock. */

import type { GameEvent, PublicEntry, ServerMessage, StateMessage, UpdateMessage } from './protocol'

export type TableState = Omit<StateMessage, 'type'>

export interface Applied {
  state: TableState | null
  /** The message shows that something was missed: send `sync` with this number. */
  sync: number | null
  /** The new events; empty if the history was replaced. */
  happened: PublicEntry[]
  fresh: GameEvent[]
  /** The history was replaced (undo, another match): nothing of it can be animated. */
  replaced: boolean
}

const CHAT_KEPT = 100

const unchanged = (state: TableState | null, sync: number | null = null): Applied => ({
  state,
  sync,
  happened: [],
  fresh: [],
  replaced: false,
})

/** A message that is older than what is known, or comes twice, changes nothing; one that leaves a gap asks for the rest. */
export function apply(state: TableState | null, message: ServerMessage): Applied {
  switch (message.type) {
    case 'state':
      return state && message.number < state.number && !message.anew ? unchanged(state) : replace(state, message)
    case 'update':
      return update(state, message)
    case 'tick':
      return unchanged(state, message.number > (state?.number ?? 0) ? (state?.number ?? 0) : null)
    default:
      return unchanged(state)
  }
}

function replace(known: TableState | null, { number, mark, you, table, view, legal, moves, undo, events, chat }: StateMessage): Applied {
  const state = { number, mark, you, table, view, legal, moves, undo, events, chat }
  const fresh = known && known.table.match === table.match && known.view && view ? after(known.events, events) : null
  return { ...unchanged(state), replaced: fresh === null, fresh: fresh ?? [] }
}

/** The new events, if the history continues the known one; null if it was replaced: something was undone. */
function after(known: readonly GameEvent[], now: readonly GameEvent[]): GameEvent[] | null {
  return known.length <= now.length && known.every((event, place) => isSame(event, now[place]!)) ? now.slice(known.length) : null
}

/** Whether it is the same event; hidden fields may have been revealed since. */
function isSame(one: GameEvent, other: GameEvent): boolean {
  return Object.keys(one).every((key) => one[key] === null || JSON.stringify(one[key]) === JSON.stringify(other[key]))
}

function update(state: TableState | null, message: UpdateMessage): Applied {
  if (!state) return unchanged(null, 0)
  if (message.number <= state.number) return unchanged(state)
  if (message.since !== state.number) return unchanged(state, state.number)
  const fresh = message.events ?? []
  if (!follows(state.events, fresh)) return unchanged(state, 0) // request everything rather than show a wrong history
  return {
    state: {
      number: message.number,
      mark: message.mark,
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
