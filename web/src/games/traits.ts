/** What the screens have to know of a game before it is loaded. */

import type { Key } from '$lib/i18n/index.svelte'
import type { IconName } from '$lib/ui/Icon.svelte'
import type { GameName } from './names'

export interface Traits {
  /** The letter that the ids of its rules begin with. */
  letter: string
  /** The game whose rules it is played by, where it is an edition of another. */
  base?: GameName
  /** The board has no frame and is played with cards: choices are made on it and not in the prompt. */
  isBare: boolean
  /** Players have hands that others do not see. */
  hasHands: boolean
  /** Players can die, and then all their points are worth nothing. */
  isMortal: boolean
  /** The sheet beside the board. */
  side: { icon: IconName; label: Key }
  /** What a game is divided into. */
  unit: { one: 'result.turn' | 'result.round'; by: 'result.byTurn' | 'result.byRound' }
}

const CARDS = { icon: 'monk', label: 'table.cards' } as const
const TURNS = { one: 'result.turn', by: 'result.byTurn' } as const

const TRAITS: Record<GameName, Traits> = {
  rattus: { letter: 'R', isBare: false, hasHands: false, isMortal: false, side: CARDS, unit: TURNS },
  africanus: { letter: 'A', base: 'rattus', isBare: false, hasHands: true, isMortal: false, side: CARDS, unit: TURNS },
  cartus: {
    letter: 'C',
    isBare: true,
    hasHands: true,
    isMortal: true,
    side: { icon: 'royalty', label: 'table.tracks' },
    unit: { one: 'result.round', by: 'result.byRound' },
  },
}

export const traitsOf = (game: GameName): Traits => TRAITS[game]

/** The game that a rule is of, by its id. */
export const gameOfRule = (id: string): GameName =>
  (Object.keys(TRAITS) as GameName[]).find((game) => id.startsWith(TRAITS[game].letter)) ?? 'rattus'
