/** Names of the games' own cards and pieces in the language of the reader. */

import { listed, t, tMaybe } from '$lib/i18n/index.svelte'
import type { View } from '$lib/net/protocol'
import { className, regionName, symbolName } from '$lib/words'
import type { BuildingCard } from './cartus/types'
import type { Face } from './rattus/types'

export type { BuildingCard, Face }

/** A population card or a special card: `church-3` is `Church 3`. */
export function cardName(card: string): string {
  const [name = '', nuns] = card.split('-')
  return nuns === undefined ? tMaybe(`noun.special.${name}`, {}, name) : `${className(name)} ${nuns}`
}

/** A region card: `gallia:church+magic`. */
export function regionCardName(card: string): string {
  const [region = '', classes = ''] = card.split(':')
  const symbols = classes === '?' ? t('rattus.anyClass') : classes.split('+').map(className).join(', ')
  return `${regionName(region)} (${symbols})`
}

export const faceName = (face: Face): string => t('rattus.ratFace', { limit: face.limit, symbols: listed(face.symbols.map(symbolName)) })

/** `ddr` as `draw 2, lose a rat`. */
export function supplyName(supply: string): string {
  const count = (letter: string) => [...supply].filter((each) => each === letter).length
  const parts = [
    count('d') && t('cartus.supply.d', { n: count('d') }),
    count('r') && t('cartus.supply.r', { n: count('r') }),
    count('l') && t('cartus.supply.l', { n: count('l') }),
  ]
  return parts.filter(Boolean).join(', ')
}

export const rowOf = (view: View): BuildingCard[] => (Array.isArray(view['row']) ? (view['row'] as unknown as BuildingCard[]) : [])
