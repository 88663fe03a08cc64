/**
 * Cards are chosen together and sent one by one, in the order of the card list. What the engine does by itself then, such
 * as ending a hand that is empty, is not asked, and the store leaves it out (`TableStore.moves`).
 */

import { placeOf } from '$lib/net/vocabulary.svelte'
import { isPlayable, sorted } from './view'

/** A move for each card. */
export const planOf = (verb: string, cards: readonly string[]): string[] => sorted(cards).map((card) => `${verb} ${card}`)

/**
 * Whether a card can be among those that are chosen: a legal move names it, or, where several are given, it can follow the
 * first of them. Before a building is entered there is no move with a card yet.
 */
export function fits(ask: string | null, card: string, legal: readonly string[]): boolean {
  if (ask === 'enter') return isPlayable(card)
  if (legal.includes(`${ask} ${card}`)) return true
  const first = ask === 'give' ? legal.find((move) => move.startsWith('give ')) : undefined
  return first !== undefined && placeOf(card) > placeOf(first.split(' ')[1]!)
}
