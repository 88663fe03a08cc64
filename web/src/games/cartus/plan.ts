/**
 * Cards are chosen together and sent one by one, in the order of the card list. A move is left out only where public
 * information shows that it is forced: the engine makes it itself. A move that only the hand forces is sent as well, since
 * leaving it out would reveal the hand.
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

/** `give` for each card; nothing if the whole hand is due, which the engine gives by itself. */
export function planGive(hand: readonly string[], due: number, cards: readonly string[]): string[] {
  return hand.length > due ? sorted(cards).map((card) => `give ${card}`) : []
}
