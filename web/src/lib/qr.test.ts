import { describe, expect, it } from 'vitest'
import { qrOf } from './qr'

const rows = (text: string) => qrOf(text).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))

const GOLDEN = [
  '#######.#.##..#######',
  '#.....#...##..#.....#',
  '#.###.#..#..#.#.###.#',
  '#.###.#.#.###.#.###.#',
  '#.###.#.#####.#.###.#',
  '#.....#.##..#.#.....#',
  '#######.#.#.#.#######',
  '........###..........',
  '#...#.###...######..#',
  '.##.#...###.###...##.',
  '.#.#####....##.....#.',
  '.##....#.#.##..#....#',
  '....#.#..###..####.##',
  '........##.##....##..',
  '#######.#.##..####.#.',
  '#.....#......##.....#',
  '#.###.#.#.#.###..#..#',
  '#.###.#...#.#########',
  '#.###.#...#.##..##...',
  '#.....#..####...#....',
  '#######.##.#..##.#..#',
]

describe('a QR code', () => {
  it('is as large as its text needs', () => {
    for (const [bytes, size] of [
      [14, 21],
      [15, 25],
      [62, 33],
      [63, 37],
      [213, 57],
      [214, 61],
      [412, 77],
    ] as const)
      expect(qrOf('x'.repeat(bytes)).length, `${bytes} bytes`).toBe(size)
    expect(() => qrOf('x'.repeat(413))).toThrow(RangeError)
    expect(qrOf('é'.repeat(7)).length, 'bytes count, not letters').toBe(21)
  })

  it('has finders in three corners, and both timing lines', () => {
    const square = rows('http://127.0.0.1:8000/t/k3v9tq7xwe#m8Qw3eRt5yUi7oPa9sDfGh')
    const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']
    const size = square.length
    for (const [x, y] of [
      [0, 0],
      [size - 7, 0],
      [0, size - 7],
    ] as const)
      expect(square.slice(y, y + 7).map((row) => row.slice(x, x + 7))).toEqual(finder)
    expect(square[6]!.slice(8, size - 8)).toMatch(/^(#\.)+#$/)
    expect(
      square
        .map((row) => row[6])
        .join('')
        .slice(8, size - 8),
    ).toMatch(/^(#\.)+#$/)
  })

  /** As an independent reader has read it back: nothing in it may change. */
  it('of a known text is known', () => {
    expect(rows('rattus')).toEqual(GOLDEN)
  })
})
