/** Which puzzle comes next, and what there is by theme. */

import type { GameName, ListedPuzzle } from '../net/protocol'
import type { IconName } from '../ui/Icon.svelte'

export interface Theme {
  theme: string
  solved: number
  all: number
  /** The first that is not solved yet, or else the first. */
  next: string
}

type IsDone = (puzzle: string) => boolean

export function themesOf(puzzles: readonly ListedPuzzle[], game: GameName, isDone: IsDone): Theme[] {
  const names = [...new Set(puzzles.filter((each) => each.game === game).map(({ theme }) => theme))]
  return names
    .map((theme) => {
      const own = puzzles.filter((each) => each.game === game && each.theme === theme)
      const next = own.find(({ id }) => !isDone(id)) ?? own[0]!
      return { theme, solved: own.filter(({ id }) => isDone(id)).length, all: own.length, next: next.id }
    })
    .sort((one, other) => other.all - one.all)
}

/** The next puzzle that is not done: of the same theme, else of the same game, else any. Null if all are done. */
export function nextAfter(puzzles: readonly ListedPuzzle[], id: string, isDone: IsDone): string | null {
  const place = puzzles.findIndex((each) => each.id === id)
  const now = puzzles[place]
  const open = [...puzzles.slice(place + 1), ...puzzles.slice(0, Math.max(place, 0))].filter((each) => !isDone(each.id))
  const found =
    open.find((each) => each.game === now?.game && each.theme === now.theme) ?? open.find((each) => each.game === now?.game) ?? open[0]
  return found?.id ?? null
}

export const THEME_ICONS: Record<string, IconName> = {
  opening: 'play',
  class_cards: 'draw',
  cubes: 'palace',
  merchant: 'bourgeoisie',
  monk: 'church',
  witch: 'magic',
  king: 'royalty',
  knight: 'chivalry',
  region_cards: 'log',
  explorer: 'islam',
  trader: 'islam',
  sultan: 'islam',
  plague: 'dead',
  rats: 'rat',
  ending: 'dead',
  last_round: 'points',
  supply: 'draw',
  nuns: 'nun',
  buildings: 'castle',
  what_first: 'play',
  cards: 'draw',
  special_cards: 'joker',
  stopping: 'done',
  sword: 'sword',
  flute: 'flute',
  giving: 'draw',
  actions: 'play',
}
