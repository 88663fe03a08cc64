/** The vocabulary of the games, as the server tells it: what a card is, what follows a verb, which rule is behind it. */

import type { VocabularyAnswer, VocabularyCard, VocabularyOption, VocabularyVerb } from './protocol'
import { getVocabulary } from './rest'

let known = $state.raw<Readonly<Record<string, VocabularyAnswer>>>({})
const coming = new Map<string, Promise<void>>()

const cards = $derived(
  new Map(Object.values(known).flatMap((each) => each.cards.map((card): [string, VocabularyCard] => [card.card, card]))),
)
const places = $derived(
  new Map(Object.values(known).flatMap((each) => each.cards.map(({ card }, place): [string, number] => [card, place]))),
)
const verbs = $derived(
  new Map(Object.values(known).flatMap((each) => each.verbs.map((verb): [string, VocabularyVerb] => [verb.verb, verb]))),
)

export function learn(vocabulary: VocabularyAnswer): void {
  known = { ...known, [vocabulary.game]: vocabulary }
}

/** Fetches the vocabulary of a game, once. */
export function needVocabulary(game: string): Promise<void> {
  const before = coming.get(game)
  if (before) return before
  const found = known[game] ? Promise.resolve() : getVocabulary(game).then(learn)
  found.catch(() => coming.delete(game)) // the next caller tries again
  coming.set(game, found)
  return found
}

export const vocabularyOf = (game: string): VocabularyAnswer | undefined => known[game]
export const cardOf = (card: string): VocabularyCard | undefined => cards.get(card)
export const verbOf = (verb: string): VocabularyVerb | undefined => verbs.get(verb)
/** The place of a card in the list of its game, in whose order cards are sorted and moves of several cards are made. */
export const placeOf = (card: string): number => places.get(card) ?? -1
/** The class card that an event tells the use of. */
export const cardOfEvent = (game: string, event: string): string | undefined =>
  known[game]?.cards.find(({ events }) => events?.includes(event))?.card
/** The class of a card or building. */
export const classOf = (card: string): string => cards.get(card)?.class ?? ''
/** The rule that says what a card or building does. */
export const ruleOf = (card: string): string => cards.get(card)?.rule ?? ''
/** The options that can be agreed for a game with so many players; none before it is known. */
export const optionsOf = (game: string, players: number): VocabularyOption[] =>
  known[game]?.options.filter((option) => option.players.includes(players)) ?? []
/** Whether the rules advise against a building with so many players. */
export const isDoubtful = (building: string, players: number): boolean => (cards.get(building)?.fewest_players ?? 0) > players
/** A limit of a game, for a number of players where it depends on that; 0 before it is known. */
export function limitOf(game: string, limit: string, players: number): number {
  const found = known[game]?.limits[limit] ?? 0
  return typeof found === 'number' ? found : (found[players] ?? 0)
}
