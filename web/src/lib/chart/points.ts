/** Where every point comes from. */

import type { Colour, Outcome, View } from '../net/protocol'
import { seatsOf } from '../words'

export type Kind = 'map' | 'palace' | 'cards' | 'diplomats' | 'tracks' | 'tokens' | 'gold' | 'hand'
export const KINDS_OF: Record<View['game'], readonly Kind[]> = {
  rattus: ['map', 'palace'],
  africanus: ['map', 'palace', 'cards', 'diplomats'],
  cartus: ['tracks', 'tokens', 'gold', 'hand'],
}
export const RULE_OF_KIND: Record<Kind, string> = {
  map: 'R37',
  palace: 'R37',
  cards: 'A23',
  diplomats: 'A24',
  tracks: 'C31',
  tokens: 'C34',
  gold: 'C33',
  hand: 'C32',
}
export const CLASSES = ['peasantry', 'bourgeoisie', 'church', 'chivalry', 'magic', 'royalty'] as const

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

/** The regions that count for somebody, with who has what there (R37, A23). */
export function regionLines(view: View): RegionLine[] {
  const hands = (view['hands'] ?? {}) as Partial<Record<Colour, string[] | number>>
  const holds = (colour: Colour, region: string) => {
    const hand = hands[colour]
    return Array.isArray(hand) && hand.some((card) => card.split(':')[0] === region)
  }
  return regionsOf(view)
    .map(([region, { cubes, diplomats = [] }]) => {
      const most = Math.max(0, ...Object.values(cubes))
      const seats = seatsOf(view).map((colour) => ({
        colour,
        cubes: cubes[colour] ?? 0,
        diplomat: diplomats.includes(colour),
        card: !!cubes[colour] && cubes[colour] === most && holds(colour, region),
      }))
      return { region, seats }
    })
    .filter(({ seats }) => seats.some(({ cubes }) => cubes))
}

export const diplomatsOf = (view: View, colour: Colour): number =>
  regionsOf(view).reduce((sum, [, { diplomats }]) => sum + (diplomats?.includes(colour) ? 1 : 0), number(view, 'palace_diplomats', colour))

/** Points for diplomats (A24). */
function prizes(view: View): Map<Colour, number> {
  const counts = new Map(seatsOf(view).map((colour) => [colour, diplomatsOf(view, colour)]))
  const [most = 0, second = 0] = [...new Set(counts.values())].sort((one, other) => other - one)
  const having = (n: number) => [...counts.values()].filter((each) => each === n).length
  const leaders = having(most)
  const first = leaders === 1 ? 4 : Math.floor((view.players === 2 ? 4 : 6) / leaders)
  return new Map(
    [...counts].map(([colour, n]) => [
      colour,
      !n ? 0 : n === most ? first : n === second && leaders === 1 && view.players > 2 ? Math.floor(2 / having(second)) : 0,
    ]),
  )
}

/** The points of a seat by category; they add up to its points. */
export function kindsOf(view: View, outcome: Outcome, colour: Colour): Partial<Record<Kind, number>> {
  if (view.game === 'cartus') {
    const by = outcome.categories?.[colour] ?? {}
    const sum = (names: readonly string[]) => names.reduce((all, name) => all + (by[name] ?? 0), 0)
    return { tracks: sum(CLASSES), tokens: sum(['tokens']), gold: sum(['gold']), hand: sum(['hand', 'swords', 'flutes', 'passes']) }
  }
  const lines = regionLines(view).flatMap(({ seats }) => seats.filter((each) => each.colour === colour))
  const found = { map: lines.reduce((sum, { cubes }) => sum + cubes, 0), palace: number(view, 'palace', colour) }
  return view.game === 'rattus'
    ? found
    : { ...found, cards: lines.filter(({ card }) => card).length, diplomats: prizes(view).get(colour) ?? 0 }
}

/** The first three on each track of Cartus that got something. */
export function trackLines(view: View): { name: string; ranks: [Colour, number][] }[] {
  const tracks = (view['influence'] ?? {}) as Record<string, [Colour, number][]>
  return CLASSES.map((name) => ({ name, ranks: (tracks[name] ?? []).slice(0, view.players === 2 ? 2 : 3) }))
}
