/**
 * Variations: the moves that were tried from moments of a game, as a tree with names and notes, and as the file that
 * docs/formats.md describes. Pure: every change gives a new tree.
 */

import type { Colour, GameRecord } from '../net/protocol'

export interface Node {
  seat: Colour
  move: string
  name?: string
  note?: string
  /** Everybody's chance after it, in ten-thousandths. */
  chances?: Partial<Record<Colour, number>>
  next: Node[]
}

/** What was tried after so many moves of the game. */
export interface Branch {
  at: number
  nodes: Node[]
}

export type Tree = readonly Branch[]

/** A place in the tree: a moment of the game, and the moves that were tried from there. */
export interface Spot {
  at: number
  line: readonly string[]
}

export const MOST_NODES = 2000
export const MOST_LINES = 40
export const MOST_LETTERS = 2000
export const MOST_MOVES = 400

const nodesOf = (nodes: readonly Node[]): number => nodes.reduce((sum, node) => sum + 1 + nodesOf(node.next), 0)
export const sizeOf = (tree: Tree): number => tree.reduce((sum, { nodes }) => sum + nodesOf(nodes), 0)

export function find(tree: Tree, { at, line }: Spot): Node | null {
  let nodes = tree.find((branch) => branch.at === at)?.nodes ?? []
  let found: Node | null = null
  for (const move of line) {
    found = nodes.find((node) => node.move === move) ?? null
    if (!found) return null
    nodes = found.next
  }
  return found
}

/** The ends of all lines. */
export function ends(tree: Tree): Spot[] {
  const below = (nodes: readonly Node[], at: number, line: readonly string[]): Spot[] =>
    nodes.flatMap((node) => {
      const here = [...line, node.move]
      return node.next.length ? below(node.next, at, here) : [{ at, line: here }]
    })
  return tree.flatMap(({ at, nodes }) => below(nodes, at, []))
}

function changed(nodes: readonly Node[], line: readonly string[], change: (node: Node) => Node | null): Node[] {
  const [first, ...rest] = line
  return nodes.flatMap((node) => {
    if (node.move !== first) return [node]
    if (rest.length) return [{ ...node, next: changed(node.next, rest, change) }]
    const now = change(node)
    return now ? [now] : []
  })
}

const replaced = (tree: Tree, at: number, nodes: Node[]): Tree =>
  [...tree.filter((branch) => branch.at !== at), ...(nodes.length ? [{ at, nodes }] : [])].sort((one, other) => one.at - other.at)

/** The tree with one more move behind a spot; the same tree if it was tried before. Null if there is no room. */
export function add(tree: Tree, { at, line }: Spot, node: Omit<Node, 'next'>): Tree | null {
  const known = find(tree, { at, line: [...line, node.move] })
  const told = (old: Node): Node => ({ ...old, ...node, next: old.next })
  const nodes = tree.find((branch) => branch.at === at)?.nodes ?? []
  if (known) return replaced(tree, at, changed(nodes, [...line, node.move], told))
  if (sizeOf(tree) >= MOST_NODES || line.length >= MOST_MOVES) return null
  const fresh: Node = { ...node, next: [] }
  if (!line.length) return replaced(tree, at, [...nodes, fresh])
  return replaced(
    tree,
    at,
    changed(nodes, line, (parent) => ({ ...parent, next: [...parent.next, fresh] })),
  )
}

export const write = (tree: Tree, { at, line }: Spot, words: Pick<Node, 'name' | 'note'>): Tree =>
  replaced(
    tree,
    at,
    changed(tree.find((branch) => branch.at === at)?.nodes ?? [], line, (node) => ({ ...node, ...words })),
  )

export const remove = (tree: Tree, { at, line }: Spot): Tree =>
  replaced(
    tree,
    at,
    changed(tree.find((branch) => branch.at === at)?.nodes ?? [], line, () => null),
  )

/** Where a line leaves the one before it: the spot whose node carries its name and note. */
export function rootOf(tree: Tree, spot: Spot): Spot {
  for (let length = spot.line.length; length > 1; length--) {
    const line = spot.line.slice(0, length)
    const parent = find(tree, { at: spot.at, line: line.slice(0, -1) })
    if (parent && parent.next[0]?.move !== line.at(-1)) return { at: spot.at, line }
  }
  return { at: spot.at, line: spot.line.slice(0, 1) }
}

// ---- files ----

interface FileNode {
  seat?: string
  move: string
  name?: string
  note?: string
  chances?: Partial<Record<Colour, number>>
  next?: FileNode[]
}

export interface VariationsFile {
  format: number
  record: GameRecord
  viewer?: string | null
  at: number
  lines: FileNode[]
}

export const movesOf = (record: Pick<GameRecord, 'moves'>): [Colour, string][] =>
  record.moves.map((move) => Object.entries(move)[0] as [Colour, string])

/** The tree as a file: it begins at its first moment, and the game itself leads to the later ones. */
export function toFile(tree: Tree, record: GameRecord, viewer: Colour | null): VariationsFile {
  const written = (node: Node): FileNode => ({
    seat: node.seat,
    move: node.move,
    ...(node.name ? { name: node.name } : {}),
    ...(node.note ? { note: node.note } : {}),
    ...(node.chances ? { chances: node.chances } : {}),
    ...(node.next.length ? { next: node.next.map(written) } : {}),
  })
  const first = viewer ? 0 : (tree[0]?.at ?? 0)
  const last = tree.at(-1)?.at ?? 0
  const moves = movesOf(record)
  const from = (at: number): FileNode[] => {
    const tried = (tree.find((branch) => (viewer ? 0 : branch.at) === at)?.nodes ?? []).map(written)
    const [seat, move] = moves[at] ?? []
    return move && at < last && !viewer ? [{ seat: seat!, move, next: from(at + 1) }, ...tried] : tried
  }
  return { format: 1, record, viewer, at: first, lines: from(first) }
}

class NoTree extends Error {}
const insist = (holds: unknown, why: string): void => {
  if (!holds) throw new NoTree(why)
}

/** A tree from a file. Throws with what is wrong; whether its moves are legal only the server knows. */
export function fromFile(data: unknown): { tree: Tree; record: GameRecord; viewer: string | null } {
  const file = data as Partial<VariationsFile> | null
  insist(typeof file === 'object' && file !== null && file.format === 1, 'format')
  const { record, at, lines, viewer } = file as VariationsFile
  insist(Array.isArray(record?.moves) && Number.isInteger(at) && at >= 0 && at <= record.moves.length, 'record')
  const moves = movesOf(record)
  let tree: Tree = []
  const text = (words: unknown): string => {
    insist(words === undefined || (typeof words === 'string' && words.length <= MOST_LETTERS), 'note')
    return (words as string | undefined) ?? ''
  }
  const walk = (nodes: unknown, spot: Spot): void => {
    insist(Array.isArray(nodes), 'lines')
    for (const node of nodes as FileNode[]) {
      insist(typeof node?.move === 'string' && spot.line.length < MOST_MOVES, 'move')
      const [seat, move] = spot.line.length ? [] : (moves[spot.at] ?? [])
      if (node.move === move) {
        walk(node.next ?? [], { at: spot.at + 1, line: [] })
        continue
      }
      const [name, note] = [text(node.name), text(node.note)]
      const grown = add(tree, spot, {
        seat: (node.seat ?? seat ?? 'red') as Colour,
        move: node.move,
        ...(name ? { name } : {}),
        ...(note ? { note } : {}),
        ...(node.chances ? { chances: node.chances } : {}),
      })
      insist(grown, 'size')
      tree = grown!
      walk(node.next ?? [], { at: spot.at, line: [...spot.line, node.move] })
    }
  }
  walk(lines, { at, line: [] })
  insist(ends(tree).length <= MOST_LINES, 'size')
  return { tree, record, viewer: viewer ?? null }
}
