/**
 * Cards are chosen all at once and sent one by one, in the order of the card list. A move is left out only where everybody
 * can see that it has one answer: there the engine makes it itself. Where only the hand makes it the only one it is asked,
 * so that nobody learns of the hand, and it is part of what is sent.
 */

import { rankOf, sorted } from './view'

/** Cards that may still be taken after `last`, in the order of the card list. */
export function following(hand: readonly string[], last: string | null | undefined): string[] {
  return sorted(hand).filter((card) => !last || rankOf(card) >= rankOf(last))
}

/** `play` for each card, and `done` as long as any card is left in hand, whatever it is (C11). */
export function planPlay(hand: readonly string[], cards: readonly string[]): string[] {
  const moves = sorted(cards).map((card) => `play ${card}`)
  return cards.length < hand.length ? [...moves, 'done'] : moves
}

/** `discard` for each card, and `done` as long as a card is left in hand and one more could go (C28). */
export function planDiscard(hand: readonly string[], due: number, cards: readonly string[]): string[] {
  const moves = sorted(cards).map((card) => `discard ${card}`)
  return cards.length < due && cards.length < hand.length ? [...moves, 'done'] : moves
}

/** The cards that may be given now: after each, those still due can follow (C19, C29). */
export function givable(hand: readonly string[], last: string | null | undefined, due: number): string[] {
  const open = following(hand, last)
  return [...new Set(open.filter((card) => open.filter((other) => rankOf(other) >= rankOf(card)).length >= due))]
}

/** `give` for each card; who has no more than are due is not asked. */
export function planGive(hand: readonly string[], due: number, cards: readonly string[]): string[] {
  return hand.length > due ? sorted(cards).map((card) => `give ${card}`) : []
}
