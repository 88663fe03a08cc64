/** The interface of a game for the screens. */

import type { Component } from 'svelte'
import type { Moment, Skip } from '$lib/events/player'
import { need, type Key } from '$lib/i18n/index.svelte'
import type { Scene } from './moves'
import type { Face } from './words'
import type { Colour, GameEvent, View } from '$lib/net/protocol'
import type { TableStore } from '$lib/net/table.svelte'
import { needVocabulary } from '$lib/net/vocabulary.svelte'
import type { IconName } from '$lib/ui/Icon.svelte'

/** An event in the stage line: who does what where, then why. What is between stars is bold. */
export interface Caption {
  text: string
  /** In fewer words, for a narrow screen. */
  short: string
  why: string
  rule: string
  seat: Colour | null
  icon: IconName | null
  /** Which step of the turn it is, and how many there are. */
  dots: readonly [now: number, all: number] | null
}

type Part = Component<{ store: TableStore; view: View }>

export interface GameUi {
  Board: Part
  /** `explain` opens the legend; `low` keeps it as low as possible. */
  Side: Component<{ store: TableStore; view: View; compact?: boolean; low?: boolean; explain?: (() => void) | null }>
  /** Under the board, in its frame. */
  Foot?: Part
  /** What the event on the stage means, where there is no room beside the board: in the prompt. */
  Told?: Part
  /** What stands on a token that was turned. */
  Token?: Component<{ face: Face; size?: number; label: string }>
  /** What the signs of the game mean, always at hand. */
  Legend?: Component<{ store: TableStore; view: View; isFirst?: boolean; look?: 'full' | 'auto' | 'brief' }>
  caption(moment: Moment, scene: Scene): Caption | null
  /** What the prompt says to somebody who watches. */
  watch(store: TableStore, view: View): { title: string; help: string }
  isFinale(view: View): boolean
  /** The event with which the finale begins. */
  finaleOf(events: readonly GameEvent[]): GameEvent | undefined
  /** The names of what can be skipped. */
  skips(view: View, isPlayer: boolean): readonly { what: Skip; label: Key }[]
}

export const skipsOf = (isPlayer: boolean): { what: Skip; label: Key }[] => [
  { what: 'this', label: 'stage.skip.this' },
  { what: 'turn', label: 'stage.skip.turn' },
  { what: 'all', label: isPlayer ? 'stage.skip.all' : 'stage.skip.now' },
]

export async function loadGame(game: string): Promise<GameUi> {
  const [ui] = await (game === 'cartus'
    ? Promise.all([import('./cartus'), need('cartus'), needVocabulary(game)])
    : Promise.all([import('./rattus'), need('rattus'), needVocabulary(game)]))
  return ui
}
