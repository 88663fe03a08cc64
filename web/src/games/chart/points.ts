/** Where every point comes from. */

import type { Colour, Outcome, View } from '$lib/net/protocol'
import { vocabularyOf } from '$lib/net/vocabulary.svelte'
import { seatsOf } from '$lib/words'

export type Kind = 'map' | 'palace' | 'cards' | 'diplomats' | 'tracks' | 'tokens' | 'gold' | 'hand'
export const KINDS_OF: Record<View['game'], readonly Kind[]> = {
  rattus: ['map', 'palace'],
  africanus: ['map', 'palace', 'cards', 'diplomats'],
  cartus: ['tracks', 'tokens', 'gold', 'hand'],
}
export const CLASSES = ['peasantry', 'bourgeoisie', 'church', 'chivalry', 'magic', 'royalty'] as const
/** The categories of an outcome that are shown together. */
const CATEGORIES_OF: Record<Kind, readonly string[]> = {
  map: ['map'],
  palace: ['palace'],
  cards: ['cards'],
  diplomats: ['diplomats'],
  tracks: CLASSES,
  tokens: ['tokens'],
  gold: ['gold'],
  hand: ['hand', 'swords', 'flutes', 'passes'],
}
/** The rule that says what such points are given for. */
export const ruleOfKind = (view: View, kind: Kind): string =>
  vocabularyOf(view.game)?.categories.find(({ category }) => category === CATEGORIES_OF[kind][0])?.rule ?? ''

export interface RegionLine {
  region: string
  /** By seat: cubes, whether a diplomat is there, and whether a region card gives a point. */
  seats: { colour: Colour; cubes: number; diplomat: boolean; card: boolean }[]
}

interface Region {
  cubes: Partial<Record<Colour, number>>
  diplomats?: Colour[]
}
const regionsOf = (view: View) => Object.entries(view['regions'] as unknown as Record<string, Region>)
const number = (view: View, field: string, colour: Colour) => ((view[field] ?? {}) as Partial<Record<Colour, number>>)[colour] ?? 0

/** The regions that count for somebody, with who has what there; the outcome says which region cards give a point. */
export function regionLines(view: View, outcome: Outcome | null = null): RegionLine[] {
  const scoring = (outcome?.['scoring_cards'] ?? {}) as Partial<Record<Colour, string[]>>
  return regionsOf(view)
    .map(([region, { cubes, diplomats = [] }]) => ({
      region,
      seats: seatsOf(view).map((colour) => ({
        colour,
        cubes: cubes[colour] ?? 0,
        diplomat: diplomats.includes(colour),
        card: !!scoring[colour]?.some((card) => card.split(':')[0] === region),
      })),
    }))
    .filter(({ seats }) => seats.some(({ cubes }) => cubes))
}

export const diplomatsOf = (view: View, colour: Colour): number =>
  regionsOf(view).reduce((sum, [, { diplomats }]) => sum + (diplomats?.includes(colour) ? 1 : 0), number(view, 'palace_diplomats', colour))

/** The points of a seat by kind, from what the outcome says; they add up to its points. */
export function kindsOf(view: View, outcome: Outcome, colour: Colour): Partial<Record<Kind, number>> {
  const by = outcome.categories[colour] ?? {}
  return Object.fromEntries(KINDS_OF[view.game].map((kind) => [kind, CATEGORIES_OF[kind].reduce((sum, name) => sum + (by[name] ?? 0), 0)]))
}

/** Who got points on each track of Cartus, with their influence there, from the first on. */
export function trackLines(view: View, outcome: Outcome): { name: string; ranks: [Colour, number][] }[] {
  const tracks = (view['influence'] ?? {}) as Record<string, [Colour, number][]>
  return CLASSES.map((name) => ({ name, ranks: (tracks[name] ?? []).filter(([colour]) => outcome.categories[colour]?.[name]) }))
}

/** The points that were given on the tracks, from the most on. */
export const trackPrizes = (outcome: Outcome): number[] =>
  [...new Set(Object.values(outcome.categories).flatMap((by) => CLASSES.map((name) => by[name] ?? 0)))]
    .filter(Boolean)
    .sort((a, b) => b - a)
