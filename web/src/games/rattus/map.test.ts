import { describe, expect, it } from 'vitest'
import { distance, inUse, isBeside, lie, neighbours, outlines, ratPlaces, ring, walk } from './map'

describe('the map', () => {
  it('has the regions of every number of players', () => {
    expect([2, 3, 4, 5, 6].map((players) => inUse(players).length)).toEqual([8, 10, 12, 15, 17])
  })
  it('knows borders, by land and by sea', () => {
    expect(isBeside('anglia', 'gallia')).toBe(true)
    expect(isBeside('germania', 'turcia')).toBe(false)
    expect(distance('italia', 'scandia', () => true)).toBe(2)
    expect(distance('hungaria', 'turcia', (region) => inUse(2).includes(region))).toBe(Infinity)
  })
  it('is walked by arrow keys along borders, and every region is reached', () => {
    expect(walk('gallia', 'ArrowRight', () => true)).toBe('italia')
    expect(walk('gallia', 'ArrowUp', () => true)).toBe('anglia')
    expect(walk('gallia', 'Tab', () => true)).toBeNull()
    for (const players of [2, 3, 4, 5, 6]) {
      const used = inUse(players)
      const among = (region: string) => used.includes(region)
      const reached = new Set(['germania'])
      for (const region of reached) for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        const next = walk(region, key, among)
        if (next) reached.add(next)
        if (next) expect(neighbours(region)).toContain(next)
      }
      expect([...reached].sort()).toEqual([...used].sort())
    }
  })
  it('fits its box without leaving out what is in use', () => {
    for (const players of [2, 3, 4, 5, 6]) for (const [width, height] of [[800, 560], [390, 300], [390, 420], [1400, 700], [0, 0]] as const) {
      const { viewBox, k, small } = lie(players, width, height)
      const [x, y, w, h] = viewBox.split(' ').map(Number) as [number, number, number, number]
      expect(small).toBe(width === 390)
      for (const region of inUse(players)) {
        const { cubes, label } = outlines[region]!
        for (const at of [cubes, label]) {
          expect(at.x).toBeGreaterThan(x)
          expect(at.x).toBeLessThan(x + w)
          expect(at.y * k).toBeGreaterThan(y)
          expect(at.y * k).toBeLessThan(y + h)
        }
      }
    }
  })
  it('has places for pieces', () => {
    expect(ring({ x: 100, y: 100, r: 60 }, 4, 'red', 1)).toMatchObject({ x: 100 })
    expect(ring({ x: 100, y: 100, r: 60 }, 6, 'red', 1).size).toBeCloseTo(20)
    expect([0, 1, 2, 3].map((count) => ratPlaces('gallia', count, 1).length)).toEqual([0, 1, 2, 3])
  })
})
