import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rounded } from '../../../tools/outlines'
import { map, outlines } from './map'

const drawn = JSON.parse(readFileSync(join(__dirname, '../../assets/map.json'), 'utf8')) as {
  coast: string
  regions: Record<string, { d: string }>
}

/** The points at which the curves of a path end, and the points towards which they bend. */
function points(path: string): [number, number][] {
  const found: [number, number][] = []
  let [x, y, start] = [0, 0, [0, 0] as [number, number]]
  for (const [, command, rest] of path.matchAll(/([Mqlz])([^Mqlz]*)/g)) {
    const numbers = (rest!.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
    const each = { M: 2, q: 4, l: 2, z: 1 }[command as 'M' | 'q' | 'l' | 'z']
    if (command === 'z') [x, y] = start
    for (let at = 0; at < numbers.length; at += each) {
      const [fromX, fromY] = command === 'M' ? [0, 0] : [x, y]
      for (let place = at; place < at + each; place += 2) found.push([fromX + numbers[place]!, fromY + numbers[place + 1]!])
      ;[x, y] = found.at(-1)!
      if (command === 'M') start = [x, y]
    }
  }
  return found
}

describe('the outlines of the page', () => {
  it('have every point within half a unit of where it was drawn', () => {
    for (const [before, after] of [
      [drawn.coast, map.coast],
      ...Object.entries(drawn.regions).map(([region, { d }]) => [d, outlines[region]!.d]),
    ] as [string, string][]) {
      expect(after).not.toContain('.')
      const [old, fresh] = [points(before), points(after)]
      expect(fresh.length).toBe(old.length)
      old.forEach(([x, y], place) => {
        expect(Math.abs(fresh[place]![0] - x)).toBeLessThanOrEqual(0.51)
        expect(Math.abs(fresh[place]![1] - y)).toBeLessThanOrEqual(0.51)
      })
    }
  })
  it('take steps that are written as short as can be', () => {
    expect(rounded('M10.4 20q4.3-6.1 5.5 .3 1.3 6.4-4.2 6.2z M1 2l3 4.6')).toBe('M10 20q5-6 6 0 1 7-4 7zM1 2l3 5')
    expect(() => rounded('M1 2C1 2 3 4 5 6')).toThrow('no command')
  })
})
