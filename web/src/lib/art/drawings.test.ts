import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GAMES } from '$lib/net/protocol'
import { vocabularyOf } from '$lib/net/vocabulary.svelte'
import { addressOf, gridOf, type ArtName } from './drawings'
import pieces from './pieces.json'

const read = (address: string) => readFileSync(new URL(address.split('#')[0]!.split('/').at(-1)!, import.meta.url), 'utf8')

it('has a drawing of every class card and every building', () => {
  const drawn = (game: string, kind: string) => vocabularyOf(game)!.cards.filter((card) => card.kind === kind)
  const names = [...drawn('africanus', 'class_card'), ...drawn('cartus', 'building')].map(({ card }) => card)
  expect(names).toHaveLength(10 + 12)
  for (const name of names) expect(read(addressOf(name as ArtName)), name).toContain(`<g id="${name}"><path`)
})

it('has a cover of every game', () => {
  const covers = readFileSync(join(__dirname, '../../games/parts/covers.svg'), 'utf8')
  for (const game of GAMES) expect(covers).toContain(`<g id="${game}"><path`)
})

it('stays on its grid, and takes its colours from the page', () => {
  for (const name of ['knight', 'sultan', 'castle'] as const) {
    const [, drawing] = read(addressOf(name)).match(`<g id="${name}">(.*?)</g>`)!
    for (const [, x, y] of drawing!.matchAll(/ d="m(-?\d+)[ ]?(-?\d+)/g)) {
      expect(Math.min(Number(x), Number(y))).toBeGreaterThan(-8)
      expect(Math.max(Number(x), Number(y))).toBeLessThan(gridOf(name) + 8)
    }
    expect([...drawing!.matchAll(/fill="(.*?)"/g)].every(([, fill]) => /^var\(--art-(paper|tint)\)$/.test(fill!)), name).toBe(true)
  }
})

it('gives pieces one layer for the rim, and the cuts none', () => {
  for (const body of Object.values(pieces)) expect(body).toMatch(/^<path d="[^"]+"\/>(<g stroke="none">.*<\/g>)?$/)
})
