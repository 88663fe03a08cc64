/** `t('home.playNow')`: a message in the language of the reader. Reactive where it is used in a component. */

import * as about from './about'
import type * as cartus from './cartus'
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

/** Cartus has the most words, and who plays another game needs none of them: they come when the first is looked up. */
export const areas = { about, common, help, home, log, noun, rattus, result, rules, setup, story, table }
type Areas = typeof areas & { cartus: typeof cartus }
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

let brought = $state(0) // read wherever a text is looked up, so that it is looked up again when more have come
let coming: Promise<void> | null = null

/** Fetch the words of Cartus; once is enough, unless it fails. */
export function bringCartus(): Promise<void> {
  coming ??= import('./cartus').then(
    (words) => {
      Object.assign(areas, { cartus: words })
      brought += 1
    },
    () => void (coming = null),
  )
  return coming
}

export function textOf(key: string, inLanguage: Language): string | undefined {
  const dot = key.indexOf('.')
  const name = key.slice(0, dot)
  const area = (areas as Record<string, Record<Language, Record<string, string>>>)[name]
  if (name === 'cartus' && !area && brought === 0) {
    void bringCartus()
    return '' // for a moment
  }
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
