/** Why something cannot be done now: the server says so; here it becomes sentences with the ids of their rules. */

import { t, tMaybe } from '$lib/i18n/index.svelte'
import type { Chosen } from '$lib/moves/narrow'
import type { Colour, Reason as Told } from '$lib/net/protocol'
import type { Explained } from '$lib/net/table.svelte'
import { regionName } from '$lib/words'
import type { Position } from './position'

export interface Reason {
  text: string
  rule: string
}

/** The context of a question: the position as the reader sees it, the legal moves, and what is chosen so far. */
export interface Asker {
  position: Position
  me: Colour | null
  legal: readonly string[]
  chosen: Chosen
  nameOf(colour: Colour): string
  /** What the server says of a thing; null before it has. */
  explain(thing: string): Explained | null
}

/** The reasons of the server in words. */
export function inWords(asker: Asker, reasons: readonly Told[]): Reason[] {
  return reasons.map(({ why, rule, seat, region, ...values }) => {
    const names = { ...(seat ? { name: asker.nameOf(seat) } : {}), ...(region ? { region: regionName(region) } : {}) }
    return { text: tMaybe(`rattus.why.${why}`, { ...values, ...names }, t('rattus.why.otherwise')), rule }
  })
}

/** Why a region, a class card or a region card cannot be chosen now. */
export const whyNot = (asker: Asker, thing: string): Reason[] => inWords(asker, asker.explain(thing)?.reasons ?? [])
