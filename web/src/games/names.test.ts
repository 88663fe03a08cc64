import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { PRODUCT } from '$lib/product'
import { GAMES } from './names'

const SRC = join(__dirname, '..')
/** Generated files and data; and the file with the product's name, which is also the name of a game. */
const OTHERWISE = ['games', 'fixtures', 'lib/product.ts', 'lib/net/types.ts', 'lib/i18n/english.ts']

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (OTHERWISE.includes(relative(SRC, path))) return []
    if (statSync(path).isDirectory()) return sources(path)
    return /\.(ts|svelte|css)$/.test(name) && !name.endsWith('.test.ts') ? [path] : []
  })
}

it('is only here that a game has a name: what is shared knows none', () => {
  const names = new RegExp(GAMES.join('|'), 'i')
  const found = sources(SRC).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, place) => (names.test(line) ? [`${relative(SRC, path)}:${place + 1}: ${line.trim()}`] : [])),
  )
  expect(sources(SRC).length).toBeGreaterThan(60)
  expect(GAMES).toContain(PRODUCT)
  expect(found).toEqual([])
})
