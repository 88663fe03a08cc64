import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOf } from '$lib/i18n/index.svelte'
import { PRINTED, REPLACED } from './printed'

const FOLDER = join(__dirname, '../../../src/rattus/rules')
const WORDS = join(__dirname, '../../../src/rattus/words')
type Words = Record<string, Record<string, string>>
const [nl, de] = ['nl', 'de'].map((language) => JSON.parse(readFileSync(join(WORDS, `${language}.json`), 'utf8')) as Words) as [
  Words,
  Words,
]
const plain = (text: string): string => text.replaceAll('\u00ad', '')

/** All texts that a reader of a language can see, with their places. */
function textsIn(language: 'nl' | 'de'): [string, string][] {
  const messages = Object.entries({ nl, de }[language]).flatMap(([area, words]) =>
    Object.entries(words).map(([name, text]): [string, string] => [`${area}.${name}`, text]),
  )
  const rules = readdirSync(FOLDER)
    .filter((name) => name.endsWith(`.${language}.md`))
    .flatMap((name) =>
      readFileSync(join(FOLDER, name), 'utf8')
        .split('\n')
        .map((line, number): [string, string] => [`${name}:${number + 1}`, line]),
    )
  return [...messages, ...rules].map(([where, text]) => [where, plain(text)])
}

const asPattern = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}])${word.replace(/[.()]/g, '\\$&').replace('*', '\\p{L}*')}${/[\p{L}]$/u.test(word) ? '(?![\\p{L}])' : ''}`, 'iu')

describe.each(['nl', 'de'] as const)('printed names in %s', (language) => {
  const texts = textsIn(language)
  const rules = texts
    .filter(([where]) => where.includes('.md:'))
    .map(([, text]) => text)
    .join('\n')
    .toLowerCase()
  const client = texts
    .filter(([where]) => !where.includes('.md:'))
    .map(([, text]) => text)
    .join('\n')
    .toLowerCase()

  it('are there to read', () => {
    expect(texts.filter(([where]) => where.includes('.md:')).length).toBeGreaterThan(150)
    expect(PRINTED.filter((each) => each[language]).length).toBeGreaterThan(55)
  })

  it('are said by the messages of the client that say nothing else', () => {
    for (const { key, [language]: name } of PRINTED) {
      if (key && name) expect(plain(textOf(key, language) ?? '').toLowerCase(), key).toBe(name.toLowerCase())
    }
  })

  it('are used in the rules or the client', () => {
    const unused = PRINTED.flatMap(({ [language]: name }) =>
      name && !rules.includes(name.toLowerCase()) && !client.includes(name.toLowerCase()) ? [name] : [],
    )
    expect(unused).toEqual([])
  })

  it('stand in the rules wherever they are names of cards and buildings', () => {
    const things = PRINTED.filter(({ key }) => /^noun\.(class|card|building|special)\./.test(key ?? ''))
    expect(things.flatMap(({ [language]: name }) => (name && !rules.includes(name.toLowerCase()) ? [name] : []))).toEqual([])
  })

  it('have taken the place of our own words', () => {
    const leftover = REPLACED[language].flatMap((word) =>
      texts
        .filter(([, text]) => asPattern(word).test(text.replace('Hütte des Rattenfängers', '')))
        .map(([where, text]) => `${word}: ${where}: ${text}`),
    )
    expect(leftover).toEqual([])
  })
})
