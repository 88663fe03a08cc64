/** A view of Rattus or Africanus, with the names of its parts (notation: positions). */

import type { Colour, View } from '$lib/net/protocol'
import type { AfricanusView, Land, RattusView, Ravage } from './types'

export type Cubes = Partial<Record<Colour, number>>
export type { Land, Ravage }

type African = Omit<AfricanusView, keyof RattusView>
export type Position = Omit<RattusView, 'game'> & Partial<African> & { game: (RattusView | AfricanusView)['game'] }

export const positionOf = (view: View): Position => view as unknown as Position
export const viewOf = (position: Position): View => position as unknown as View

export const rats = (position: Position, region: string): number => position.regions[region]?.rats.length ?? 0
export const cubesOf = (position: Position, region: string, colour: Colour): number => position.regions[region]?.cubes[colour] ?? 0
export const cubesIn = (position: Position, region: string): number =>
  Object.values(position.regions[region]?.cubes ?? {}).reduce((sum, n) => sum + n, 0)
export const hasDiplomat = (position: Position, region: string, colour: Colour): boolean =>
  !!position.regions[region]?.diplomats?.includes(colour)
export const isHolding = (position: Position, card: string, colour: Colour | null): boolean =>
  colour !== null && position.classes[card] === colour

/** Who has looked at a token: `gallia.1`. */
export function seenBy(position: Position, slot: string): Colour[] {
  return (Object.keys(position.known) as Colour[]).filter((colour) => position.known[colour]!.includes(slot))
}

/** Your region cards, where they are known. */
export function handOf(position: Position, colour: Colour | null): string[] {
  const hand = colour && position.hands?.[colour]
  return Array.isArray(hand) ? hand : []
}
