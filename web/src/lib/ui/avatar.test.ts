import { expect, test } from 'vitest'
import { drawnFrom } from './avatar'

test('a name always gives the same drawing, and two names with the same letter differ', () => {
  expect(drawnFrom('Anna')).toEqual(drawnFrom('Anna'))
  const names = ['Anna', 'Aleida', 'Adam', 'Albrecht', 'Agnes', 'Arnold', 'Ava', 'Axel']
  expect(new Set(names.map((name) => JSON.stringify(drawnFrom(name)))).size).toBeGreaterThan(5)
  expect(names.map((name) => drawnFrom(name).letter)).toEqual(names.map(() => 'A'))
})

test('every name has a letter', () => {
  expect(drawnFrom(' änne ').letter).toBe('Ä')
  expect(drawnFrom('🐀 7').letter).toBe('7')
  expect(drawnFrom('🐀').letter).toBe('?')
  expect(drawnFrom('').letter).toBe('?')
  expect(drawnFrom('ßa').letter).toBe('SS')
})
