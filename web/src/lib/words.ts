/** Names of things in the language of the reader. */

import { speaking, t, tMaybe } from './i18n/index.svelte'
import type { Colour, GameName, Json, View } from './net/protocol'

/** Regions keep their Latin names. */
export const regionName = (region: string): string => region.charAt(0).toUpperCase() + region.slice(1)

const BOTS = ['Christine', 'Hildegard', 'Boccaccio', 'Petrarca', 'Battuta', 'Froissart']
export const botName = (chair: number): string => BOTS[(chair - 1) % BOTS.length]!

/** A word of the server that no language has a text for: `holy_abbot` is `Holy abbot`. */
export const readable = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')

export const className = (name: string): string => tMaybe(`noun.class.${name}`, {}, readable(name))
export const classCardName = (card: string): string => tMaybe(`noun.card.${card}`, {}, readable(card))
export const buildingName = (building: string): string => tMaybe(`noun.building.${building}`, {}, readable(building))
/** With its article, after a verb. */
export const theThing = (thing: string): string => tMaybe(`noun.the.${thing}`, {}, readable(thing))
export const symbolName = (symbol: string): string => tMaybe(`noun.symbol.${symbol}`, {}, className(symbol))
export const gameName = (game: GameName): string => t(`noun.game.${game}`)

export const seatsOf = (view: View): Colour[] => (['red', 'yellow', 'green', 'blue', 'white', 'orange'] as const).slice(0, view.players)
export const numberOf = (value: Json | undefined): number => (Array.isArray(value) ? value.length : Number(value ?? 0))

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Time that is left, in words: the two largest units that matter, "1 day 6 hr" or "5 min". */
export function timeLeft(seconds: number): string {
  const whole = Math.max(60, seconds)
  const from = UNITS.findIndex(([, length]) => whole >= length)
  let rest = whole
  return UNITS.slice(from, from + 2)
    .map(([unit, length]) => {
      const number = Math.floor(rest / length)
      rest -= number * length
      return number ? new Intl.NumberFormat(speaking(), { style: 'unit', unit, unitDisplay: 'short' }).format(number) : ''
    })
    .filter(Boolean)
    .join(' ')
}

const inHours = (n: number) => new Intl.NumberFormat(speaking(), { style: 'unit', unit: 'hour', unitDisplay: 'short' }).format(n)

/** Time on a clock: nobody counts seconds while there are many hours, and a phone has no room for them. */
export function timeName(seconds: number): string {
  if (seconds >= 172_800) return t('table.days', { n: Math.floor(seconds / 86_400) })
  if (seconds >= 36_000) return inHours(Math.floor(seconds / 3600))
  const whole = Math.ceil(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
