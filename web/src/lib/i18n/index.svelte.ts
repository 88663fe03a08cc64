/** `t('home.playNow')`: a message in the language of the reader. Reactive where it is used in a component. */

import * as about from './about'
import * as cartus from './cartus'
import * as common from './common'
import { format, type Params, type Values } from './format'
import * as help from './help'
import * as home from './home'
import * as log from './log'
import * as noun from './noun'
import * as rattus from './rattus'
import * as result from './result'
import * as rules from './rules'
import * as setup from './setup'
import * as story from './story'
import * as table from './table'

export const LANGUAGES = ['en', 'nl', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', nl: 'Nederlands', de: 'Deutsch' }

export const areas = { about, cartus, common, help, home, log, noun, rattus, result, rules, setup, story, table }
type Areas = typeof areas
type Area = keyof Areas
export type Key = { [A in Area]: `${A}.${keyof Areas[A]['en'] & string}` }[Area]
type Text<K extends Key> = K extends `${infer A extends Area}.${infer Name}`
  ? Name extends keyof Areas[A]['en'] ? Extract<Areas[A]['en'][Name], string> : never
  : never
type Given<K extends Key> = [Params<Text<K>>] extends [never] ? [] : [values: { [P in Params<Text<K>>]: string | number }]

let language = $state<Language>('en')

export const speaking = (): Language => language

export function speak(chosen: Language): void {
  language = chosen
  if (typeof document !== 'undefined') document.documentElement.lang = chosen
}

export const isLanguage = (word: unknown): word is Language => LANGUAGES.includes(word as Language)

/** The first language of the browser that we have. */
export function guess(wanted: readonly string[] = navigator.languages): Language {
  return wanted.map((each) => each.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

export function textOf(key: string, inLanguage: Language): string | undefined {
  const dot = key.indexOf('.')
  const area = areas[key.slice(0, dot) as Area] as Record<Language, Record<string, string>> | undefined
  return area?.[inLanguage][key.slice(dot + 1)]
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
