import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { format, paramsOf, placesOf, plural } from './format'
import { LANGUAGES, type Language } from './languages'

type Messages = Record<string, Record<string, string>>
const FOLDER = join(__dirname, '../../../../src/rattus/words')
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
const spoken = Object.fromEntries(
  FILES.map((name) => {
    const { terminal: _, notice: __, ...messages } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Messages // the terminal's own are tested there
    return [name.slice(0, 2), messages]
  }),
) as Record<Language, Messages>
const all = Object.entries(spoken.en).flatMap(([area, messages]) =>
  Object.keys(messages).map((name) => ({
    area,
    name,
    key: `${area}.${name}`,
    in: (language: Language) => spoken[language][area]?.[name] ?? '',
  })),
)

/** Words that are rightly the same in two languages, not untranslated. */
const SAME = new Set([
  'table.chat',
  'table.phase',
  'common.volume',
  'player.passkey',
  'player.passkeyNew',
  'player.mail',
  'rating.title',
  'rating.listTitle',
  'noun.game.rattus',
  'noun.game.africanus',
  'noun.game.cartus',
  'noun.class.islam',
  'noun.class.magic',
  'noun.card.sultan',
  'noun.special.joker',
  'noun.special.gold',
  'noun.building.farm',
  'noun.building.hospital',
  'noun.seat.orange',
  'home.computer',
  'rattus.verb.sultan',
  'rattus.slot',
  'cartus.title.act',
  'log.c.turned',
  'table.hints',
  'rattus.slotKnown',
  'table.bot',
])

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['i18n', 'fixtures'].includes(entry.name) ? [] : sources(path)
    return /\.(svelte|ts)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [readFileSync(path, 'utf8')] : []
  })
}

describe('messages', () => {
  it('have a file for each language of the list, and no other', () =>
    expect(FILES.sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).sort()))

  it('are there in every language, with the same parameters', () => {
    for (const language of LANGUAGES) {
      expect(Object.keys(spoken[language])).toEqual(Object.keys(spoken.en))
      for (const [area, messages] of Object.entries(spoken.en))
        expect(Object.keys(spoken[language][area]!), `${area} ${language}`).toEqual(Object.keys(messages))
      for (const { key, in: text } of all) {
        expect(text(language), `${key} in ${language}`).toBeTruthy()
        const needed = (of: Language) => paramsOf(text(of)).filter((name) => name !== 'me') // many languages say the same of you and of others
        expect(needed(language), `${key} in ${language}`).toEqual(needed('en'))
      }
    }
  })

  it('have a form for each number that their language tells apart, and no other', () => {
    for (const language of LANGUAGES) {
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      for (const { key, in: text } of all) {
        for (const { name, forms } of placesOf(text(language))) {
          if (!forms.length) continue
          const allowed: string[] = name === 'me' ? ['you', 'other'] : categories
          expect(
            forms.filter((form) => !allowed.includes(form)),
            `${key} in ${language}`,
          ).toEqual([])
          expect(forms.toSorted(), `${key} in ${language}`).toEqual(allowed.toSorted())
        }
        expect(
          text(language).replaceAll(/\{\w+(:(\w+=[^{}|=]*\|)+\w+=[^{}|=]*)?\}/g, ''),
          `${key} in ${language} is written as words.ts says`,
        ).not.toMatch(/[{}|#]/)
      }
    }
  })

  it('are translated', () => {
    const leftover = all.flatMap(({ key, in: text }) => {
      const letters = text('en')
        .replace(/\{[^}]*\}/g, '')
        .replace(/[^a-z]/gi, '')
      const same = LANGUAGES.filter((language) => language !== 'en' && text(language) === text('en'))
      return letters.length > 2 && same.length && !SAME.has(key) ? [`${key} (${same.join(', ')}): ${text('en')}`] : []
    })
    expect(leftover).toEqual([])
  })

  it('have no exclamation marks, and short titles', () => {
    for (const { key, name, in: text } of all) {
      for (const language of LANGUAGES) {
        expect(text(language), key).not.toContain('!')
        if (name.startsWith('title.')) expect(text(language).length, `${key} in ${language}`).toBeLessThanOrEqual(46)
      }
    }
  })

  it('choose no form by a number in code: what is one and what is many differs by language', () => {
    const chosen = sources(join(__dirname, '..', '..')).flatMap((text) =>
      text.split('\n').filter((line) => /[=!]==? ?1 \?[^:]*\bt(Maybe)?\(/.test(line)),
    )
    expect(chosen).toEqual([])
  })

  it('are used, and all that are used are there', () => {
    const code = sources(join(__dirname, '..', '..')).join('\n')
    const quoted = new Set([...code.matchAll(/['"`]([a-z]+\.[A-Za-z0-9_.-]+)['"`]/g)].map((match) => match[1]!))
    const prefixes = [...code.matchAll(/[`'"]([a-z]+\.[A-Za-z0-9_.-]*)\$\{/g)].map((match) => match[1]!)
    const unused = all.map(({ key }) => key).filter((key) => !quoted.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
    expect(unused, 'not used').toEqual([])
    const asked = [...code.matchAll(/\bt(?:Maybe)?\(\s*'([^']+)'/g)].map((match) => match[1]!)
    const known = new Set(all.map(({ key }) => key))
    expect(
      asked.filter((key) => !known.has(key)),
      'missing',
    ).toEqual([])
  })
})

describe('format', () => {
  it('fills in', () => expect(format('{a} and {b}', { a: 1, b: 'x' }, 'en')).toBe('1 and x'))
  it('counts', () => {
    expect(format('{n:one=one rat|other=# rats}', { n: 1 }, 'en')).toBe('one rat')
    expect(format('{n:one=one rat|other=# rats}', { n: 0 }, 'en')).toBe('0 rats')
  })
  it('tells you from others', () => {
    expect(format('{who} {me:you=lose|other=loses}', { who: 'You', me: 'you' }, 'en')).toBe('You lose')
    expect(format('{who} {me:you=lose|other=loses}', { who: 'Anna', me: '' }, 'en')).toBe('Anna loses')
  })
  it('counts in a language with more forms', () => {
    const rats = (n: number) => format('{n:one=# szczur|few=# szczury|many=# szczurów|other=# szczura}', { n }, 'pl')
    expect([0, 1, 2, 4, 5, 12, 21, 22, 25, 102].map(rats)).toEqual([
      '0 szczurów',
      '1 szczur',
      '2 szczury',
      '4 szczury',
      '5 szczurów',
      '12 szczurów',
      '21 szczurów',
      '22 szczury',
      '25 szczurów',
      '102 szczury',
    ])
    expect(rats(1.5)).toBe('1.5 szczura')
    expect([1, 3].map((n) => plural(n, { one: 'kot', other: 'koty' }, 'pl'))).toEqual(['kot', 'koty'])
  })
})
