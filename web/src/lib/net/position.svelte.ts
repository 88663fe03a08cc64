/** A position on the real board that takes moves, without a table of a server: a first turn, a step of a course, a puzzle. */

import type { Pace } from '../events/pace'
import { NOTHING, type Chosen } from '../moves/narrow'
import { parse } from '../moves/parse'
import { ownName, settings } from '../settings.svelte'
import {
  COLOURS,
  type Chair,
  type Colour,
  type ExplainPositionRequest,
  type GameEvent,
  type GameName,
  type Table,
  type View,
} from './protocol'
import { explainPosition } from './rest'
import { TableStore, type Explained } from './table.svelte'

/** What a seat sees, what it can do, and the events that led there. */
export interface Position {
  view: View
  legal: string[]
  events: GameEvent[]
}

export class PositionStore extends TableStore {
  private readonly seating: Table
  private past: GameEvent[] = []

  /** The reader has one seat, computer players have the others. */
  constructor(
    readonly game: GameName,
    players: number,
    readonly seat: Colour,
    name = ownName(),
  ) {
    super('', '')
    this.line = 'live'
    this.here = { type: 'here', chairs: COLOURS.map((_, place) => place + 1), watching: 0 }
    const chairs = COLOURS.slice(0, players).map((colour, place): Chair => ({
      chair: place + 1,
      seat: colour,
      holder: colour === seat ? 'person' : 'bot',
      name: colour === seat ? name : null,
      level: colour === seat ? null : 'normal',
      away: false,
    }))
    this.seating = {
      id: '',
      game,
      status: 'playing',
      match: 1,
      commitment: null,
      options: {},
      sitter: 'normal',
      chairs,
      asked: null,
      clock: null,
      outcome: null,
      seed: null,
      salt: null,
    } as unknown as Table
  }

  override start(): () => void {
    return () => this.player.finish()
  }

  protected override reasonsFor(thing: string, chosen: Chosen): Promise<Explained | null> {
    return explained(this.state, this.seat, thing, chosen)
  }

  /** Never `step`: what is shown has steps of its own. */
  override get pace(): Pace {
    return settings.pace && settings.pace !== 'step' ? settings.pace : 'normal'
  }

  /** Show a position. `moves` is how many were made; `played` shows the events that led there, after the reader's `own` move or not. */
  protected put({ view, legal, events }: Position, moves: number, played: boolean, own = false): void {
    this.past = played ? [...this.past, ...events] : events
    this.chosen = NOTHING
    this.state = {
      number: 0,
      you: { role: 'chair', chair: COLOURS.indexOf(this.seat) + 1, seat: this.seat },
      table: this.seating,
      view,
      legal,
      moves,
      undo: null,
      events: this.past,
      chat: [],
    } as unknown as NonNullable<TableStore['state']>
    if (played) this.player.play({ events, view, mine: own })
    else this.player.replace(view, events.at(-1) ?? null)
  }
}

/** Why a thing cannot be chosen in a position, by what a seat sees; null where nothing can be chosen. */
export async function explained(
  state: TableStore['state'],
  seat: Colour | null,
  thing: string,
  { verb, args }: Chosen,
): Promise<Explained | null> {
  if (!state?.view || !state.legal.length) return null
  return explainPosition({ view: state.view as unknown as ExplainPositionRequest['view'], seat, thing, verb, words: args })
}

/** A position to look at; with a move it is shown as chosen, with what it would change. */
export class StillPosition extends PositionStore {
  constructor(seat: Colour, view: View, move = '') {
    super(view.game, view.players, seat)
    this.put({ view, legal: move ? [move] : [], events: [] }, 0, false)
    if (move) {
      const [verb, ...words] = parse(move).steps.map(({ token }) => token)
      this.chosen = { verb: verb!, args: words }
    }
  }
}
