/** The types of a Rattus Cartus view, and helpers that read it. */

import type { Colour, View } from '$lib/net/protocol'
import { cardOf, classOf, limitOf, placeOf, vocabularyOf } from '$lib/net/vocabulary.svelte'
import { numberOf, seatsOf } from '$lib/words'
import type { CartusView as WireView, Entrant as WireEntrant } from './types'

export const CLASSES = ['peasantry', 'bourgeoisie', 'church', 'chivalry', 'magic', 'royalty'] as const
export const SPECIALS = ['joker', 'sword', 'flute', 'pass', 'gold'] as const
export type Special = (typeof SPECIALS)[number]

/** A card is null until it is turned up; others of the same player may be turned up already. */
export type Entrant = Omit<WireEntrant, 'cards'> & { cards: (string | null)[] | number }
export type Pending = NonNullable<CartusView['pending']>
export type CartusView = Omit<WireView, 'entered' | 'phase'> & { entered: Entrant[]; phase: string }
/** The fields that change in a game. */
export type Cartus = Omit<CartusView, 'game' | 'players' | 'options' | 'first' | 'to_move' | 'phase'>

export const asCartus = (view: View): CartusView => view as unknown as CartusView
export const asView = (view: CartusView): View => view as unknown as View

// ---- cards ----

export const sorted = (cards: readonly string[]): string[] => cards.toSorted((a, b) => placeOf(a) - placeOf(b))
export const isPopulation = (card: string): boolean => cardOf(card)?.kind === 'population'
export const kindOf = (card: string): string => card.split('-')[0]!
export const nunsOf = (card: string): number => cardOf(card)?.nuns ?? 0
export const isPlayable = (card: string): boolean => !!cardOf(card)?.playable
/** What a card counts for in a building. */
export const influenceOf = (card: string): number => cardOf(card)?.influence ?? 0
/** The rats that a card brings into a building. */
export const ratsOf = (card: string, building: string): number => (classOf(card) === classOf(building) ? 0 : (cardOf(card)?.rats ?? 0))
export const sum = (cards: readonly string[], worth: (card: string) => number): number => cards.reduce((all, card) => all + worth(card), 0)

/** The list with one copy of a card removed. */
export function without<Thing>(list: readonly Thing[], thing: Thing): Thing[] {
  const place = list.lastIndexOf(thing)
  return place < 0 ? [...list] : list.toSpliced(place, 1)
}

/** The same cards, each with a key that stays the same while others are added or removed. */
export function keyed(cards: readonly (string | null)[]): { card: string | null; key: string }[] {
  const met = new Map<string | null, number>()
  return cards.map((card) => {
    const nth = (met.get(card) ?? 0) + 1
    met.set(card, nth)
    return { card, key: `${card ?? 'back'}#${nth}` }
  })
}

// ---- tables ----

/** Whether a round has one premium action, wherever the players are (C23): only then the view tells whose it is. */
export const hasOnePremium = (view: Pick<CartusView, 'premium'>): boolean => view.premium !== undefined
export const roundsOf = (view: Pick<CartusView, 'game' | 'players'>): number => limitOf(view.game, 'rounds', view.players)
export const handOf = (view: CartusView, colour: Colour | null): string[] => {
  const hand = colour ? view.hands[colour] : undefined
  return Array.isArray(hand) ? hand : []
}
export const entriesAt = (view: CartusView, place: number): Entrant[] => view.entered.filter((entry) => entry.building === place)
export const entryOf = (view: CartusView, colour: Colour | null): Entrant | undefined => view.entered.find((entry) => entry.seat === colour)
export const laidBy = (entry: Entrant): number => (Array.isArray(entry.cards) ? entry.cards.length : entry.cards)
export const seenBy = (view: CartusView, place: number): Colour[] =>
  seatsOf(asView(view)).filter((seat) => view.looked[seat]?.includes(place))
export const nameOfDeck = (deck: unknown): number => numberOf(deck as never)

/** Who has the premium action of a building, as far as public information tells (C22, C23). */
export function premiumAt(view: CartusView, place: number): Colour | null {
  const here = entriesAt(view, place)
  if (hasOnePremium(view)) return here.find((entry) => entry.seat === view.premium)?.seat ?? null
  if (!here.length || here.some((entry) => !entry.shown || entry.strength === null)) return null
  return here.reduce((best, entry) => (entry.strength! > best.strength! ? entry : best)).seat
}

/** How many nuns the row should hold: those seen, and for each other card the mean of all cards that could still lie there. */
export function expectedNuns(view: CartusView, colour: Colour | null): { seen: number; cards: number; about: number } {
  const known = view.nuns.filter((nun) => nun !== null)
  const seen = sum(known, nunsOf)
  const open = view.entered.flatMap((entry) => (Array.isArray(entry.cards) ? entry.cards : []))
  const elsewhere = [...handOf(view, colour), ...view.discards, ...open].filter((card) => card !== null && isPopulation(card)) as string[]
  const all = vocabularyOf(view.game)?.cards.filter(({ kind }) => kind === 'population') ?? []
  const rest = all.reduce((cards, { copies }) => cards + (copies ?? 0), 0) - elsewhere.length - known.length
  const nuns = all.reduce((found, { copies, nuns: each = 0 }) => found + (copies ?? 0) * each, 0) - seen - sum(elsewhere, nunsOf)
  return { seen, cards: known.length, about: Math.round(seen + ((view.nuns.length - known.length) * nuns) / Math.max(1, rest)) }
}
