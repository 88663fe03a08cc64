/**
 * Cards are chosen all at once and sent one by one, in the order of the card list. The engine makes a move with no
 * alternative itself, so such moves are left out here, just as it would find them.
 */

import { isPlayable, rankOf, sorted, without } from './view'

/** Cards that may still be taken after `last`, in the order of the card list. */
export function following(hand: readonly string[], last: string | null | undefined): string[] {
  return sorted(hand).filter((card) => !last || rankOf(card) >= rankOf(last))
}

/** `play` for each card, and `done` if it is asked. */
export function planPlay(hand: readonly string[], last: string | null | undefined, cards: readonly string[]): string[] {
  const moves: string[] = []
  let [left, latest] = [[...hand], last ?? null]
  for (const card of sorted(cards)) {
    moves.push(`play ${card}`)
    left = without(left, card)
    latest = card
  }
  return following(left, latest).some(isPlayable) ? [...moves, 'done'] : moves
}

/** `discard` for each card, and `done` if it is asked (C28). */
export function planDiscard(hand: readonly string[], last: string | null | undefined, due: number, cards: readonly string[]): string[] {
  const moves: string[] = []
  let [left, latest] = [[...hand], last ?? null]
  for (const card of sorted(cards)) {
    moves.push(`discard ${card}`)
    left = without(left, card)
    latest = card
  }
  return cards.length < due && following(left, latest).length ? [...moves, 'done'] : moves
}

/** The cards that may be given now: after each, those still due can follow (C19, C29). */
export function givable(hand: readonly string[], last: string | null | undefined, due: number): string[] {
  const open = following(hand, last)
  return [...new Set(open.filter((card) => open.filter((other) => rankOf(other) >= rankOf(card)).length >= due))]
}

/** `give` for each card that is asked for. */
export function planGive(hand: readonly string[], last: string | null | undefined, due: number, cards: readonly string[]): string[] {
  const moves: string[] = []
  let [left, latest, still] = [[...hand], last ?? null, due]
  for (const card of sorted(cards)) {
    if (givable(left, latest, still).length > 1) moves.push(`give ${card}`)
    left = without(left, card)
    latest = card
    still -= 1
  }
  return moves
}
