/** `t('home.playNow')`: a message in the language of the reader. Reactive where it is used in a component. */

import keys from 'virtual:words/keys'
import { format, type Params, type Values } from './format'

export const LANGUAGES = ['en', 'nl', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', nl: 'Nederlands', de: 'Deutsch' }

type Areas = typeof import('./areas').areas
type Area = keyof Areas
export type Key = { [A in Area]: `${A}.${keyof Areas[A]['en'] & string}` }[Area]
type Text<K extends Key> = K extends `${infer A extends Area}.${infer Name}`
  ? Name extends keyof Areas[A]['en'] ? Extract<Areas[A]['en'][Name], string> : never
  : never
type Given<K extends Key> = [Params<Text<K>>] extends [never] ? [] : [values: { [P in Params<Text<K>>]: string | number }]

let language = $state<Language>('en')
let wanted: Language = 'en'

/** The words of each language, once they are there: a reader loads one, not all. */
const known = new Map<Language, Map<string, string>>()
const LOADERS = { en: () => import('virtual:words/en'), nl: () => import('virtual:words/nl'), de: () => import('virtual:words/de') }
export async function load(chosen: Language): Promise<void> {
  if (known.has(chosen)) return
  const { default: words } = await LOADERS[chosen]()
  known.set(chosen, new Map(Object.entries(keys).flatMap(([area, names]) => names.map((name, place) => [`${area}.${name}`, words[area]![place]!] as const))))
}

export const speaking = (): Language => language

/** At once where the words are there, else as soon as they are. */
export function speak(chosen: Language): void {
  wanted = chosen
  if (!known.has(chosen)) return void load(chosen).then(() => wanted === chosen && speak(chosen))
  language = chosen
  if (typeof document !== 'undefined') document.documentElement.lang = chosen
}

export const isLanguage = (word: unknown): word is Language => LANGUAGES.includes(word as Language)

/** The first language of the browser that we have. */
export function guess(wanted: readonly string[] = navigator.languages): Language {
  return wanted.map((each) => each.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

export function textOf(key: string, inLanguage: Language): string | undefined {
  return known.get(inLanguage)?.get(key)
}

export function t<K extends Key>(key: K, ...given: Given<K>): string {
  return format(textOf(key, language) ?? key, given[0] as Values | undefined)
}

/** For keys made of names that come from the server; an unknown one gives the fallback. */
export function tMaybe(key: string, values: Values = {}, fallback = ''): string {
  const text = textOf(key, language)
  return text === undefined ? fallback : format(text, values)
}

/** `a, b and c`. */
export const listed = (words: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat(language, { type }).format(words)
