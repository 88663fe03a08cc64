/** Whom the reader does not want to hear: chairs at tables. It is kept on this device, and nobody is told. */

import { PRODUCT } from './product'

const PLACE = `${PRODUCT}.muted`
const MOST = 100 // chairs that are remembered

function stored(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(found) ? found.filter((each): each is string => typeof each === 'string') : []
  } catch {
    return []
  }
}

let list = $state<string[]>(stored())
const nameOf = (table: string, chair: number): string => `${table} ${chair}`

export const isMuted = (table: string, chair: number): boolean => list.includes(nameOf(table, chair))

export function mute(table: string, chair: number, muted: boolean): void {
  const name = nameOf(table, chair)
  list = [...(muted ? [name] : []), ...list.filter((each) => each !== name)].slice(0, MOST)
  try {
    localStorage.setItem(PLACE, JSON.stringify(list))
  } catch {
    // a private window: it lasts as long as the page
  }
}
