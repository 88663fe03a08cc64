import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '$lib/i18n/index.svelte'
import { GAMES, type GameName } from '$lib/net/protocol'
import { vocabularyOf } from '$lib/net/vocabulary.svelte'
import { isWritten, readingsOf, rulesOf } from './load'
import { parseRules, piecesOf, searchRules } from './parse'
import { gameOfRule } from '../traits'

const source = (game: GameName) => readFileSync(join(__dirname, '../../../../src/rattus/rules', `${game}.md`), 'utf8')
const idsOf = (game: GameName) => [...source(game).matchAll(/^- \*\*([RAC]\d+)\*\*/gm)].map((match) => match[1]!)
const shapeOf = (text: string) =>
  piecesOf(text)
    .filter(({ kind }) => kind === 'rule' || kind === 'choice' || kind === 'edition')
    .map(({ text: word }) => word)
    .sort()

/** The languages that have rules of their own: of all games, or of none. */
const WRITTEN = LANGUAGES.filter((language) => language === 'en' || [...GAMES, 'readings'].some((name) => isWritten(name, language)))

describe('rules', () => {
  it('are written in three languages, and shown in English where they are not', async () => {
    expect(WRITTEN).toEqual(expect.arrayContaining(['en', 'nl', 'de']))
    expect(await rulesOf('rattus', 'xx' as Language)).toEqual(await rulesOf('rattus', 'en'))
    expect(await readingsOf('xx' as Language)).toEqual(await readingsOf('en'))
  })

  it('are there by the numbers the engine uses', () => {
    expect(GAMES.map((game) => idsOf(game).length)).toEqual([38, 25, 37])
    for (const game of GAMES) for (const { rule } of vocabularyOf(game)!.cards) expect(idsOf(gameOfRule(rule))).toContain(rule)
  })

  for (const game of GAMES) {
    it(`of ${game} are complete in every language, and translated`, async () => {
      const english = await rulesOf(game, 'en')
      const englishTexts = new Map(english.parts.flatMap((part) => part.rules).map((rule) => [rule.id, rule.text]))
      for (const language of WRITTEN) {
        const book = await rulesOf(game, language)
        const rules = book.parts.flatMap((part) => part.rules)
        expect(
          rules.map((rule) => rule.id),
          language,
        ).toEqual(idsOf(game))
        expect(book.parts.map((part) => part.rules.length)).toEqual(english.parts.map((part) => part.rules.length))
        expect(book.title && book.about).toBeTruthy()
        for (const { id, text } of rules) {
          expect(text.length, `${id} ${language}`).toBeGreaterThan(15)
          expect(text, `${id} ${language}`).not.toMatch(/\.(toml|md)\b/)
          if (language !== 'en') {
            expect(text, `${id} ${language}`).not.toBe(englishTexts.get(id))
            // the same marks and the same rules referred to: nothing was left out
            expect(shapeOf(text), `${id} ${language}`).toEqual(shapeOf(englishTexts.get(id)!))
            expect(text.length / englishTexts.get(id)!.length, `${id} ${language}`).toBeGreaterThan(0.7)
          }
        }
      }
    })
  }
})

describe('our reading', () => {
  it('is told of every rule that is a choice or differs by edition, in every language', async () => {
    const english = await readingsOf('en')
    for (const language of WRITTEN) {
      const readings = await readingsOf(language)
      const books = await Promise.all(GAMES.map((game) => rulesOf(game, language)))
      const marked = books
        .flatMap((book) => book.parts)
        .flatMap((part) => part.rules)
        .filter(({ text }) => piecesOf(text).some(({ kind }) => kind === 'choice' || kind === 'edition'))
      expect([...readings.keys()], language).toEqual(marked.map(({ id }) => id))
      for (const [id, { book, ours }] of readings) {
        expect(Math.min(book.length, ours.length), `${id} ${language}`).toBeGreaterThan(15)
        if (language !== 'en') expect(book, `${id} ${language}`).not.toBe(english.get(id)!.book)
      }
    }
  })
})

describe('reading rules', () => {
  const book = parseRules(
    '# Game\n\nSome words\nof it.\n\n## One\n- **R1** First, see R2. **[choice]**\n- **R2** A `code` word.\n## Two\n- **R12** König und R1.\n',
  )

  it('finds parts and rules', () => {
    expect(book.about).toBe('Some words of it.')
    expect(book.parts.map((part) => part.rules.map((rule) => rule.id))).toEqual([['R1', 'R2'], ['R12']])
  })
  it('takes a rule apart', () => {
    expect(piecesOf('First, see R2. **[choice]**').map(({ kind, text }) => `${kind}:${text}`)).toEqual([
      'text:First, see ',
      'rule:R2',
      'text:. ',
      'choice:choice',
    ])
  })
  it('searches without accents, by words and by number', () => {
    expect(searchRules(book, 'konig').flatMap((part) => part.rules.map((rule) => rule.id))).toEqual(['R12'])
    expect(searchRules(book, 'r1').flatMap((part) => part.rules.map((rule) => rule.id))).toEqual(['R1'])
    expect(searchRules(book, 'see first').length).toBe(1)
    expect(searchRules(book, '  ')).toBe(book.parts)
    expect(searchRules(book, 'nothing of it')).toEqual([])
  })
})
