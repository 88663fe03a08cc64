import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { PRODUCT } from '$lib/product'
import vocabularies from '../fixtures/vocabulary.json'
import { GAMES } from './names'

const SRC = join(__dirname, '..')
/** Generated files and data; and the file with the product's name, which is also the name of a game. */
const OTHERWISE = ['games', 'fixtures', 'lib/product.ts', 'lib/net/types.ts', 'lib/i18n/english.ts']
const CODE = /\.(ts|svelte|css)$/
const TEXT = /\.(ts|svelte|css|json|svg)$/

function sources(folder: string, left: string[] = OTHERWISE, kind: RegExp = CODE): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (left.includes(relative(SRC, path))) return []
    if (statSync(path).isDirectory()) return sources(path, left, kind)
    return kind.test(name) && !name.endsWith('.test.ts') ? [path] : []
  })
}

/** The lines of these files with such a text, each with its place. */
const linesWith = (text: RegExp, paths: string[]): string[] =>
  paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, place) => (text.test(line) ? [`${relative(SRC, path)}:${place + 1}: ${line.trim().slice(0, 100)}`] : [])),
  )

it('is only here that a game has a name: what is shared knows none', () => {
  const name = new RegExp(GAMES.join('|'), 'i')
  const shared = sources(SRC, OTHERWISE, TEXT)
  expect(shared.length).toBeGreaterThan(100)
  expect(GAMES).toContain(PRODUCT)
  expect(linesWith(name, shared)).toEqual([])
  expect(shared.map((path) => relative(SRC, path)).filter((path) => name.test(path))).toEqual([])
})

/** Comparing the number of players, or knowing an option or what it is for, is knowing a rule: the server tells (vocabulary). */
const A_RULE = new RegExp(
  [
    String.raw`\bplayers(\(\w*\)|Of\(\w*\))? *([=!]==|[<>]=?) *\d`,
    ...Object.values(vocabularies).flatMap(({ options }) => options.map(({ option }) => option).filter((name) => name.includes('_'))),
  ].join('|'),
)

it('is nowhere that the client knows what depends on the number of players, or which options there are', () => {
  const everything = sources(SRC, ['fixtures', 'lib/net/types.ts', 'lib/i18n/english.ts'])
  expect(everything.length).toBeGreaterThan(120)
  for (const line of ['if (view.players === 2)', 'setup.players > 4', 'playersOf(table) !== 3', 'three_player_removal: [8, 6]'])
    expect(A_RULE.test(line), line).toBe(true)
  expect(linesWith(A_RULE, everything)).toEqual([])
})
