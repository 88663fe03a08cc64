import { describe, expect, it } from 'vitest'
import type { GameRecord } from '../net/protocol'
import { add, ends, find, fromFile, MOST_NODES, remove, rootOf, sizeOf, toFile, write, type Tree } from './tree'

const record = {
  game: 'rattus',
  start: {},
  moves: [{ red: 'a' }, { yellow: 'b' }, { red: 'c' }, { yellow: 'd' }],
} as unknown as GameRecord

const grown = (...lines: [at: number, line: string][]): Tree =>
  lines.reduce<Tree>(
    (tree, [at, line]) =>
      line
        .split(' ')
        .reduce<Tree>(
          (now, move, place, all) => add(now, { at, line: all.slice(0, place) }, { seat: place % 2 ? 'yellow' : 'red', move })!,
          tree,
        ),
    [],
  )

describe('a tree of variations', () => {
  it('grows by moves, each once', () => {
    const tree = grown([2, 'x y'], [2, 'x z'], [0, 'q'])
    expect(sizeOf(tree)).toBe(4)
    expect(tree.map(({ at }) => at)).toEqual([0, 2])
    expect(ends(tree)).toEqual([
      { at: 0, line: ['q'] },
      { at: 2, line: ['x', 'y'] },
      { at: 2, line: ['x', 'z'] },
    ])
    expect(grown([2, 'x y'], [2, 'x y'])).toEqual(grown([2, 'x y']))
  })

  it('keeps a name when the same move is tried again', () => {
    const named = write(grown([2, 'x y']), { at: 2, line: ['x'] }, { name: 'Italia first' })
    const again = add(named, { at: 2, line: [] }, { seat: 'red', move: 'x', chances: { red: 5000 } })!
    expect(find(again, { at: 2, line: ['x'] })).toMatchObject({ name: 'Italia first', chances: { red: 5000 } })
    expect(find(again, { at: 2, line: ['x', 'y'] })).not.toBeNull()
  })

  it('loses a line with all that follows it, and a moment without lines', () => {
    const tree = grown([2, 'x y'], [2, 'x z'])
    expect(ends(remove(tree, { at: 2, line: ['x', 'y'] }))).toEqual([{ at: 2, line: ['x', 'z'] }])
    expect(remove(tree, { at: 2, line: ['x'] })).toEqual([])
  })

  it('knows where a line leaves the one before it', () => {
    const tree = grown([2, 'x y w'], [2, 'x z v'])
    expect(rootOf(tree, { at: 2, line: ['x', 'y', 'w'] })).toEqual({ at: 2, line: ['x'] })
    expect(rootOf(tree, { at: 2, line: ['x', 'z', 'v'] })).toEqual({ at: 2, line: ['x', 'z'] })
  })

  it('goes out as a file that leads along the game, and comes in again', () => {
    const tree = write(grown([1, 'x y'], [3, 'z']), { at: 1, line: ['x'] }, { name: 'early', note: 'I keep the Knight.' })
    const file = toFile(tree, record, null)
    expect(file).toMatchObject({ format: 1, at: 1, viewer: null })
    expect(file.lines[0]).toMatchObject({ move: 'b', next: [{ move: 'c' }] })
    expect(fromFile(JSON.parse(JSON.stringify(file))).tree).toEqual(tree)
  })

  it('of a running game begins with its record', () => {
    const file = toFile(grown([7, 'x']), { ...record, moves: [] }, 'red')
    expect(file).toMatchObject({ at: 0, viewer: 'red', lines: [{ move: 'x' }] })
    expect(fromFile(file).tree).toEqual([{ at: 0, nodes: [{ seat: 'red', move: 'x', next: [] }] }])
  })

  for (const [what, data] of [
    ['nothing', null],
    ['another format', { format: 2, record, at: 0, lines: [] }],
    ['no record', { format: 1, at: 0, lines: [] }],
    ['a moment after the end', { format: 1, record, at: 9, lines: [] }],
    ['lines that are none', { format: 1, record, at: 0, lines: {} }],
    ['a move that is none', { format: 1, record, at: 0, lines: [{ move: 3 }] }],
    ['a note without end', { format: 1, record, at: 0, lines: [{ move: 'x', note: 'x'.repeat(2001) }] }],
    ['too many lines', { format: 1, record, at: 0, lines: Array.from({ length: 41 }, (_, n) => ({ move: `x${n}` })) }],
  ] as const) {
    it(`is not read from ${what}`, () => expect(() => fromFile(data)).toThrow())
  }

  it('has room for so many moves and no more', () => {
    let tree: Tree | null = []
    for (let n = 0; n < MOST_NODES; n++) tree = add(tree!, { at: 0, line: [] }, { seat: 'red', move: `x${n}` })
    expect(sizeOf(tree!)).toBe(MOST_NODES)
    expect(add(tree!, { at: 0, line: [] }, { seat: 'red', move: 'one more' })).toBeNull()
  })
})
