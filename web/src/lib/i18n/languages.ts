import { AREAS } from '../../games/areas'

/** The languages of the client, in the order in which they are offered. `pl: 'Polski'` here and a word list `pl.json` add one. */
export const LANGUAGE_NAMES = { en: 'English', nl: 'Nederlands', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGE_NAMES
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

/** Areas that are fetched when a text of theirs is first needed; all others come together, as `base`. */
export const APART = [
  ...AREAS,
  'rules',
  'first',
  'player',
  'open',
  'asked',
  'daily',
  'company',
  'bots',
  'review',
  'learn',
  'puzzle',
  'rating',
] as const

export type Part = 'base' | (typeof APART)[number]
export const partOf = (area: string): Part => APART.find((each) => each === area) ?? 'base'
