import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { vocabularyOf } from '$lib/net/vocabulary.svelte'
import { distance, frame, hasAfrica, inUse, isBeside, lie, neighbours, outlines, walk } from './map'
import { HIGH, PILL } from './places'

/** With what the page leaves out (vite.config.ts): where names were drawn, and how wide. */
const drawn = (
  JSON.parse(readFileSync(join(__dirname, '../../assets/map.json'), 'utf8')) as {
    regions: Record<string, { label: { x: number; y: number; w: number } }>
  }
).regions

describe('the map', () => {
  it('has the regions of every number of players', () => {
    expect([2, 3, 4, 5, 6].map((players) => inUse(players).length)).toEqual([8, 10, 12, 15, 17])
  })
  it('knows from the regions whether Africa is in play (A1)', () => {
    const { regions } = vocabularyOf('africanus')!
    expect([2, 3, 4, 5, 6].filter((players) => hasAfrica(regions[players]!))).toEqual([5, 6])
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
      for (const region of reached)
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
          const next = walk(region, key, among)
          if (next) reached.add(next)
          if (next) expect(neighbours(region)).toContain(next)
        }
      expect([...reached].sort()).toEqual([...used].sort())
    }
  })
  it('fits its box without leaving out what is in use', () => {
    for (const players of [2, 3, 4, 5, 6])
      for (const [width, height] of [
        [800, 560],
        [390, 300],
        [390, 420],
        [1400, 700],
        [0, 0],
      ] as const) {
        const { viewBox, k, small } = lie(players, width, height)
        const [x, y, w, h] = viewBox.split(' ').map(Number) as [number, number, number, number]
        expect(small).toBe(width === 390)
        for (const region of inUse(players)) {
          for (const at of [outlines[region]!.cubes, drawn[region]!.label]) {
            expect(at.x).toBeGreaterThan(x)
            expect(at.x).toBeLessThan(x + w)
            expect(at.y * k).toBeGreaterThan(y)
            expect(at.y * k).toBeLessThan(y + h)
          }
        }
      }
  })
  it('has a place for everything, and none lies on another', () => {
    for (const players of [2, 3, 4, 5, 6])
      for (const [width, height] of SIZES) {
        const {
          k,
          places: { sizes, regions, palace },
        } = lie(players, width, height)
        expect(Object.keys(regions).length).toBeGreaterThanOrEqual(inUse(players).length)
        const pill = PILL * sizes.cell * 2
        const boxes = inUse(players).flatMap((region) => {
          const { cells, rats, name, pawn, caravan } = regions[region]!
          const wide = width < 620 ? 2.16 : drawn[region]!.label.w / 34 + 0.12
          return [
            ...cells.slice(0, players).map((at) => boxOf(region, at, [sizes.cell, sizes.cell * HIGH])),
            boxOf(region, name, [wide * sizes.name, 0.8 * sizes.name]),
            ...rats.map((at) => boxOf(region, at, [sizes.rat, sizes.rat])),
            boxOf(region, pawn, sizes.pawn),
            boxOf(region, caravan, sizes.caravan),
            boxOf(
              `${region}'s rats`,
              [(rats[0]![0] + Math.max(...rats.map(([x]) => x))) / 2, (rats[0]![1] + Math.max(...rats.map(([, y]) => y))) / 2],
              [
                Math.max(...rats.map(([x]) => x)) - rats[0]![0] + sizes.rat + pill,
                Math.max(...rats.map(([, y]) => y)) - rats[0]![1] + sizes.rat + pill,
              ],
            ),
          ]
        })
        palace.slice(0, players).forEach((at) => boxes.push(boxOf('palace', at, [sizes.cell, sizes.cell * HIGH])))
        const named = (of: string) => of.replace("'s rats", '')
        const wrong = boxes.flatMap((box, place) => [
          ...(box.left >= frame.left && box.right <= frame.right && box.top >= frame.top * k && box.bottom <= frame.bottom * k
            ? []
            : [`${box.of} sticks out`]),
          ...boxes
            .slice(place + 1)
            .filter((other) => !(named(box.of) === named(other.of) && box.of !== other.of)) // its own rats lie in the pill
            .filter(
              (other) =>
                box.left < other.right - 0.5 &&
                box.right > other.left + 0.5 &&
                box.top < other.bottom - 0.5 &&
                box.bottom > other.top + 0.5,
            )
            .map((other) => `${box.of} on ${other.of}`),
        ])
        expect(wrong, `${players} at ${width}x${height}`).toEqual([])
      }
  })
  it("keeps a seat's cell where it is, whoever else is there", () => {
    const one = lie(4, 800, 530).places.regions['italia']!
    expect(one.cells[2]![0]).toBe(one.cells[0]![0])
    expect(one.cells[1]![1]).toBe(one.cells[0]![1])
  })
})

const SIZES = [
  [796, 532],
  [788, 520],
  [1236, 756],
  [1700, 1000],
  [800, 700],
  [390, 370],
  [360, 254],
  [470, 300],
  [600, 700],
] as const
const boxOf = (of: string, [x, y]: readonly [number, number], [w, h]: readonly [number, number]) => ({
  of,
  left: x - w / 2,
  right: x + w / 2,
  top: y - h / 2,
  bottom: y + h / 2,
})
