/** The text of the rules, fetched when somebody wants to read it. The package has it, for the terminal too. */

import type { Language } from '../i18n/index.svelte'
import type { GameName } from '../net/protocol'
import { forPlayers, parseReadings, parseRules, type Book, type Reading } from './parse'

const TEXTS = import.meta.glob<string>('../../../../src/rattus/rules/*.md', { query: '?raw', import: 'default' })
const fetched = new Map<string, Promise<unknown>>()

function once<Read>(name: string, read: (text: string) => Read): Promise<Read> {
  const known = fetched.get(name) as Promise<Read> | undefined
  if (known) return known
  const found = TEXTS[`../../../../src/rattus/rules/${name}.md`]!().then(read)
  found.catch(() => fetched.delete(name)) // the next reader tries again
  fetched.set(name, found)
  return found
}

export const rulesOf = (game: GameName, language: Language): Promise<Book> =>
  language === 'en' ? once(game, (text) => parseRules(forPlayers(text))) : once(`${game}.${language}`, parseRules)

/** What the books say and what we do, for every rule of a game that is marked, by its id. */
export const readingsOf = (language: Language): Promise<Map<string, Reading>> => once(`readings.${language}`, parseReadings)
