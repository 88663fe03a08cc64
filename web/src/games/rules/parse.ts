/** The rules of a game, read from their text: a title, a few words, and parts with a rule a line. */

export interface RuleText {
  id: string
  text: string
}

export interface Part {
  title: string
  rules: RuleText[]
}

export interface Book {
  title: string
  about: string
  parts: Part[]
}

const RULE = /^- \*\*([RAC]\d+)\*\* (.+)$/

export function parseRules(text: string): Book {
  const book: Book = { title: '', about: '', parts: [] }
  for (const line of text.split('\n')) {
    const rule = RULE.exec(line)
    if (rule) book.parts.at(-1)?.rules.push({ id: rule[1]!, text: rule[2]! })
    else if (line.startsWith('## ')) book.parts.push({ title: line.slice(3), rules: [] })
    else if (line.startsWith('# ')) book.title = line.slice(2)
    else if (line.trim()) book.about = `${book.about} ${line.trim()}`.trim()
  }
  return book
}

/** What a book says about a rule or leaves open, and what is played here. */
export interface Reading {
  book: string
  ours: string
}

export function parseReadings(text: string): Map<string, Reading> {
  const rules = parseRules(text).parts.flatMap((part) => part.rules)
  return new Map(
    rules.map(({ id, text: line }) => {
      const [book = '', ours = ''] = line.split(' → ')
      return [id, { book, ours }]
    }),
  )
}

/** Passages of the English text that name files of the package, and what a player reads in their place. */
const FOR_PLAYERS: [string, string][] = [
  [
    '; borders and which regions are in use at 2, 3 and 4 players (8, 10, 12): `data/map.toml`.',
    '; 8, 10 and 12 regions are in use at 2, 3 and 4 players.',
  ],
  [' (the order of `data/map.toml`, left to right, top to bottom)', ' (left to right, top to bottom)'],
  ['Played as Rattus (`rattus.md`), with', 'Played as Rattus, with'],
  [' `data/map.toml`.', ''],
  ['The 65 tokens of `data/africanus_tokens.toml` replace', '65 tokens of its own replace'],
  ['(51, `data/region_cards.toml`)', '(51)'],
  [' `data/cartus.toml`.', ''],
]

export const forPlayers = (text: string): string => FOR_PLAYERS.reduce((said, [from, to]) => said.replaceAll(from, to), text)

/** A piece of a rule: plain text, the id of another rule, a setting, or a mark. */
export interface Piece {
  kind: 'text' | 'rule' | 'code' | 'choice' | 'edition'
  text: string
}

const PIECE = /\*\*\[(choice|edition)\]\*\*|`([^`]+)`|\b([RAC]\d{1,2})\b/g

export function piecesOf(text: string): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const match of text.matchAll(PIECE)) {
    if (match.index > from) found.push({ kind: 'text', text: text.slice(from, match.index) })
    if (match[1]) found.push({ kind: match[1] as 'choice' | 'edition', text: match[1] })
    else if (match[2]) found.push({ kind: 'code', text: match[2] })
    else found.push({ kind: 'rule', text: match[3]! })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) })
  return found
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u00ad]/g, '')
    .toLowerCase()

/** The parts with the rules in which all words are found; a number of a rule finds that rule. */
export function searchRules(book: Book, wanted: string): Part[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean)
  if (!words.length) return book.parts
  const isId = words.length === 1 && /^[rac]\d+$/.test(words[0]!)
  return book.parts
    .map((part) => ({
      ...part,
      rules: part.rules.filter(({ id, text }) =>
        isId ? id.toLowerCase() === words[0] : words.every((word) => plain(`${id} ${part.title} ${text}`).includes(word)),
      ),
    }))
    .filter((part) => part.rules.length)
}
