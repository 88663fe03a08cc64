/** The trees of variations that are on this device, by table and match. */

import { PRODUCT } from '../product'
import type { Tree } from './tree'

const PLACE = `${PRODUCT}.lines`
const MOST = 20

type Kept = [name: string, tree: Tree][]

function all(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(found) ? (found as Kept) : []
  } catch {
    return []
  }
}

export const nameOf = (table: string, match: number): string => `${table} ${match}`
export const kept = (name: string): Tree => all().find(([each]) => each === name)?.[1] ?? []

export function keep(name: string, tree: Tree): void {
  const others = all().filter(([each]) => each !== name)
  try {
    localStorage.setItem(PLACE, JSON.stringify([...(tree.length ? [[name, tree]] : []), ...others].slice(0, MOST)))
  } catch {
    // no room on this device: the tree lasts as long as the page
  }
}
