/** The text of the rules, fetched when somebody wants to read it. */

import type { Language } from '../i18n/index.svelte'
import type { GameName } from '../net/protocol'
import { forPlayers, parseRules, type Book } from './parse'

type Text = () => Promise<{ default: string }>

const ENGLISH: Record<GameName, Text> = {
  rattus: () => import('../../../../src/rattus/rules/rattus.md?raw'),
  africanus: () => import('../../../../src/rattus/rules/africanus.md?raw'),
  cartus: () => import('../../../../src/rattus/rules/cartus.md?raw'),
}
const OTHERS = import.meta.glob<{ default: string }>('./texts/*.md', { query: '?raw' })
const books = new Map<string, Promise<Book>>()

export function rulesOf(game: GameName, language: Language): Promise<Book> {
  const name = `${game}.${language}`
  const known = books.get(name)
  if (known) return known
  const text = language === 'en' ? ENGLISH[game] : OTHERS[`./texts/${name}.md`]!
  const book = text().then(({ default: found }) => parseRules(language === 'en' ? forPlayers(found) : found))
  book.catch(() => books.delete(name)) // the next reader tries again
  books.set(name, book)
  return book
}
