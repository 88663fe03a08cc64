/** `t('home.playNow')`: a text in the language of the reader. Reactive where it is used in a component. */

import { keys, texts } from 'virtual:words'
import { format, type Values } from './format'
import { LANGUAGE_NAMES, LANGUAGES, partOf, type Language, type Part } from './languages'
import type { Key, Params, TextOf } from './words'

export { LANGUAGE_NAMES, LANGUAGES, type Key, type Language }

type Given<K extends Key> = [Params<TextOf<K>>] extends [never] ? [] : [values: { [P in Params<TextOf<K>>]: string | number }]

let language = $state<Language>('en')
let wanted: Language = 'en'

/** The texts that have been fetched: of one language, and of that the parts that were needed. */
const known = new Map<Language, Map<string, string>>(LANGUAGES.map((each) => [each, new Map()]))
const fetched = new Map<string, Promise<void>>()
const there = new Set<string>()
const needed = new Set<Part>(['base'])
/** How many parts have been loaded: a change re-renders texts that were missing. */
let come = $state(0)

/** Fetches a part of a language, once. */
export function load(chosen: Language, part: Part = 'base'): Promise<void> {
  const name = `${chosen}/${part}`
  const before = fetched.get(name)
  if (before) return before
  const coming = Promise.all([keys[part](), texts[chosen][part]()]).then(([{ default: names }, { default: words }]) => {
    const all = known.get(chosen)!
    names.forEach((key, place) => all.set(key, words[place]!))
    there.add(name)
    come += 1
  })
  coming.catch(() => fetched.delete(name)) // the next caller tries again
  fetched.set(name, coming)
  return coming
}

/** Fetches a part in the language of the reader, and from now on in every language that is chosen. */
export function need(part: Part): Promise<void> {
  needed.add(part)
  return load(wanted, part)
}

export const speaking = (): Language => language

/** Changes the language at once if its texts are loaded, otherwise as soon as they are. */
export function speak(chosen: Language): void {
  wanted = chosen
  if ([...needed].some((part) => !there.has(`${chosen}/${part}`))) {
    // If they cannot be loaded, the page keeps its language.
    return void Promise.all([...needed].map((part) => load(chosen, part))).then(
      () => wanted === chosen && speak(chosen),
      () => {},
    )
  }
  language = chosen
  if (typeof document !== 'undefined') document.documentElement.lang = chosen
}

export const isLanguage = (word: unknown): word is Language => LANGUAGES.includes(word as Language)

/** The first language of the browser that we have. */
export function guess(wanted: readonly string[] = navigator.languages): Language {
  return wanted.map((each) => each.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

export const textOf = (key: string, inLanguage: Language): string | undefined => known.get(inLanguage)!.get(key)

export function t<K extends Key>(key: K, ...given: Given<K>): string {
  return tMaybe(key, given[0])
}

/** For keys made of names that come from the server; an unknown one gives the fallback. Nothing is said while a part is on its way. */
export function tMaybe(key: string, values: Values = {}, fallback = ''): string {
  const text = textOf(key, language)
  if (text !== undefined) return format(text, values, language)
  const part = partOf(key.slice(0, key.indexOf('.')))
  if (there.has(`${language}/${part}`)) return fallback
  void come
  needed.add(part)
  void load(language, part).catch(() => {})
  return ''
}

/** `a, b and c`. */
export const listed = (words: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat(language, { type }).format(words)
