/** The tables of components beside the rules of a game: the ids of their headings, and the texts. */

import type { GameName } from '../names'

export const tablesOf = (game: GameName) =>
  game === 'cartus'
    ? ([['supply-actions', 'rules.supply']] as const)
    : ([
        ['tokens', 'rules.tokens'],
        ['borders', 'rules.borders'],
        ...(game === 'africanus' ? ([['region-cards', 'rules.cards']] as const) : []),
      ] as const)
