import { beforeEach, expect, it } from 'vitest'
import type { ListedPuzzle } from '../net/protocol'
import { nextAfter, themesOf } from './list'
import { note, resultOf, resultOn, streak } from './progress.svelte'

const listed = (id: string, game: ListedPuzzle['game'], theme: string): ListedPuzzle => ({ id, game, theme, players: 2 })
const ALL = [
  listed('a', 'rattus', 'cubes'),
  listed('b', 'rattus', 'plague'),
  listed('c', 'rattus', 'plague'),
  listed('d', 'cartus', 'cards'),
]
const among =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id)

beforeEach(() => localStorage.clear())

it('counts what is solved by theme, the largest first', () => {
  expect(themesOf(ALL, 'rattus', among('b'))).toEqual([
    { theme: 'plague', solved: 1, all: 2, next: 'c' },
    { theme: 'cubes', solved: 0, all: 1, next: 'a' },
  ])
  expect(themesOf(ALL, 'rattus', among('b', 'c'))[0]!.next).toBe('b')
})

it('goes on with the same theme, then the same game, then any', () => {
  expect(nextAfter(ALL, 'b', among('b'))).toBe('c')
  expect(nextAfter(ALL, 'c', among('b', 'c'))).toBe('a')
  expect(nextAfter(ALL, 'a', among('a', 'b', 'c'))).toBe('d')
  expect(nextAfter(ALL, 'a', among('a', 'b', 'c', 'd'))).toBeNull()
  expect(nextAfter(ALL, 'unknown', among())).toBe('a')
})

it('keeps the first result, and counts days in a row', () => {
  note('a', 'found', '2026-11-15')
  note('b', 'found', '2026-11-16')
  note('c', 'shown', null)
  note('c', 'found', null)
  expect([resultOf('a'), resultOf('c'), resultOf('d')]).toEqual(['found', 'shown', null])
  expect([resultOn('2026-11-16'), resultOn('2026-11-17')]).toEqual(['found', null])
  expect([streak('2026-11-16'), streak('2026-11-17'), streak('2026-11-18')]).toEqual([2, 2, 0])
  note('d', 'shown', '2026-11-17')
  expect(streak('2026-11-17')).toBe(0)
})
