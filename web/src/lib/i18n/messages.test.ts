import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { format, paramsOf } from './format'
import { areas } from './areas'
import { LANGUAGES } from './index.svelte'

type Area = Record<(typeof LANGUAGES)[number], Record<string, string>>
const all = Object.entries(areas as Record<string, Area>).flatMap(([area, messages]) => Object.keys(messages.en).map((name) => ({ area, name, key: `${area}.${name}`, messages })))

/** Words that are the same in two languages and no leftover. */
const SAME = new Set(['table.chat', 
  'noun.game.rattus', 'noun.game.africanus', 'noun.game.cartus', 'noun.class.islam', 'noun.class.magic', 'noun.card.sultan', 'noun.special.joker',
  'noun.special.gold', 'noun.building.farm', 'noun.building.hospital', 'noun.seat.orange', 'home.computer', 'rattus.verb.sultan',
  'rattus.slot', 'cartus.title.act', 'log.c.turned', 'table.hints', 'rattus.slotKnown', 'table.bot',
])

/** Keys that are only used by what is still to be built on this foundation. Whoever uses one takes it off; it ends empty. */
const COMING = new Set<string>(JSON.parse(readFileSync(join(__dirname, 'coming.json'), 'utf8')) as string[])

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['i18n', 'fixtures'].includes(entry.name) ? [] : sources(path)
    return /\.(svelte|ts)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [readFileSync(path, 'utf8')] : []
  })
}

describe('messages', () => {
  it('are there in every language, with the same parameters', () => {
    for (const { key, name, messages } of all) {
      for (const language of LANGUAGES) {
        const text = messages[language][name]
        expect(text, `${key} in ${language}`).toBeTruthy()
        expect(paramsOf(text!), `${key} in ${language}`).toEqual(paramsOf(messages.en[name]!))
      }
    }
    for (const [area, messages] of Object.entries(areas as Record<string, Area>)) {
      for (const language of LANGUAGES) expect(Object.keys(messages[language]).sort(), `${area} ${language}`).toEqual(Object.keys(messages.en).sort())
    }
  })

  it('are translated', () => {
    const leftover = all.flatMap(({ key, name, messages }) => {
      const letters = messages.en[name]!.replace(/\{[^}]*\}/g, '').replace(/[^a-z]/gi, '')
      const same = LANGUAGES.filter((language) => language !== 'en' && messages[language][name] === messages.en[name])
      return letters.length > 2 && same.length && !SAME.has(key) ? [`${key} (${same.join(', ')}): ${messages.en[name]}`] : []
    })
    expect(leftover).toEqual([])
  })

  it('have no exclamation marks, and short titles', () => {
    for (const { key, name, messages } of all) {
      for (const language of LANGUAGES) {
        expect(messages[language][name], key).not.toContain('!')
        if (name.startsWith('title.')) expect(messages[language][name]!.length, `${key} in ${language}`).toBeLessThanOrEqual(46)
      }
    }
  })

  it('are used, and all that are used are there', () => {
    const code = sources(join(__dirname, '..', '..')).join('\n')
    const quoted = new Set([...code.matchAll(/['"`]([a-z]+\.[A-Za-z0-9_.-]+)['"`]/g)].map((match) => match[1]!))
    const prefixes = [...code.matchAll(/[`'"]([a-z]+\.[A-Za-z0-9_.-]*)\$\{/g)].map((match) => match[1]!)
    const unused = all.map(({ key }) => key).filter((key) => !quoted.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
    expect(unused.filter((key) => !COMING.has(key)), 'not used').toEqual([])
    expect([...COMING].filter((key) => !unused.includes(key)), 'used by now, or gone').toEqual([])
    const asked = [...code.matchAll(/\bt(?:Maybe)?\(\s*'([^']+)'/g)].map((match) => match[1]!)
    const known = new Set(all.map(({ key }) => key))
    expect(asked.filter((key) => !known.has(key)), 'missing').toEqual([])
  })
})

describe('format', () => {
  it('fills in', () => expect(format('{a} and {b}', { a: 1, b: 'x' })).toBe('1 and x'))
  it('counts', () => {
    expect(format('{n:one rat|# rats}', { n: 1 })).toBe('one rat')
    expect(format('{n:one rat|# rats}', { n: 0 })).toBe('0 rats')
  })
})
