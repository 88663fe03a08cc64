/** What an outcome says of the dead, in a game in which players can die. */

import type { Colour, Outcome } from '$lib/net/protocol'

export interface Deaths {
  rats: Partial<Record<Colour, number>>
  nuns: number
  /** Where all died: who came closest to surviving. */
  consolation: readonly Colour[]
}

export const deathsOf = (outcome: Outcome): Deaths => ({ rats: {}, nuns: 0, consolation: [], ...(outcome as unknown as Partial<Deaths>) })
