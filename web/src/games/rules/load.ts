/** The text of the rules, fetched when somebody wants to read it. The package has it, for the terminal too. */

import type { Language } from '$lib/i18n/index.svelte'
import type { GameName } from '$lib/net/protocol'
import { forPlayers, parseReadings, parseRules, type Book, type Reading } from './parse'

const TEXTS = import.meta.glob<string>('../../../../src/rattus/rules/*.md', { query: '?raw', import: 'default' })
const fetched = new Map<string, Promise<unknown>>()

const pathOf = (name: string): string => `../../../../src/rattus/rules/${name}.md`
/** A language whose rules are not written yet shows the English ones. */
export const isWritten = (name: string, language: Language): boolean => pathOf(`${name}.${language}`) in TEXTS

function once<Read>(name: string, read: (text: string) => Read): Promise<Read> {
  const known = fetched.get(name) as Promise<Read> | undefined
  if (known) return known
  const found = TEXTS[pathOf(name)]!().then(read)
  found.catch(() => fetched.delete(name)) // the next caller tries again
  fetched.set(name, found)
  return found
}

export const rulesOf = (game: GameName, language: Language): Promise<Book> =>
  isWritten(game, language) ? once(`${game}.${language}`, parseRules) : once(game, (text) => parseRules(forPlayers(text)))

/** What the books say and what we do, for every rule of a game that is marked, by its id. */
export const readingsOf = (language: Language): Promise<Map<string, Reading>> =>
  once(`readings.${isWritten('readings', language) ? language : 'en'}`, parseReadings)
