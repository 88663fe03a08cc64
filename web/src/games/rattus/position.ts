/** A view of Rattus or Africanus, with the names of its parts (notation: positions). */

import type { Colour, View } from '$lib/net/protocol'
import type { Face } from '$lib/words'

export type Cubes = Partial<Record<Colour, number>>

export interface Land {
  /** Null is face down and not known to the reader. */
  rats: (Face | null)[]
  cubes: Cubes
  diplomats?: Colour[]
}

export interface Ravage {
  region: string
  weight: number
  token?: Face | null
  asking?: Colour | null
  covered?: Record<string, string>
}

export interface Position {
  game: 'rattus' | 'africanus'
  players: number
  options: { phase_order?: string; placing?: string }
  turn: Colour
  to_move: Colour | null
  phase: 'settle' | 'caravan' | 'turn' | 'plague' | 'last_round' | 'final_ravage' | 'over'
  turns: number
  taken: boolean
  placed: boolean
  used: string[]
  plague: string
  caravan?: string | null
  regions: Record<string, Land>
  palace: Cubes
  palace_diplomats?: Cubes
  classes: Record<string, Colour | null>
  supply: number | Face[]
  turned: Face[]
  known: Partial<Record<Colour, string[]>>
  hands?: Partial<Record<Colour, string[] | number>>
  pile?: number | string[]
  discards?: string[]
  pending: { ask: string; due?: number; first?: string; second?: string; cards?: string[] | number; queue?: [Colour, string][] } | null
  ravage: Ravage | null
}

export const positionOf = (view: View): Position => view as unknown as Position
export const viewOf = (position: Position): View => position as unknown as View

export const rats = (position: Position, region: string): number => position.regions[region]?.rats.length ?? 0
export const cubesOf = (position: Position, region: string, colour: Colour): number => position.regions[region]?.cubes[colour] ?? 0
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
