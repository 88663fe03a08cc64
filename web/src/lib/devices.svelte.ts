/** The tables whose keys are on this device. TableKeys are secrets: they stay here. */

import type { GameName, TableKeys, Table } from './net/protocol'
import { PRODUCT } from './product'

export interface Kept {
  table: string
  game: GameName
  /** The key this device plays with. */
  key: string
  /** All keys, on the device that made the table. */
  keys?: TableKeys
  seats: number
  status: Table['status']
  watching: boolean
  /** While it is played: whether it is this device's turn, as far as it knows. */
  yours?: boolean
  /** Who else has to move. */
  waitsFor?: string
  /** The key of spectators, at a table that is open to everybody. */
  watch?: string
  /** The player whose own this chair is: it is in their list on every device. */
  own?: string
  at: number
}

const PLACE = `${PRODUCT}.tables`
const MOST = 50

/** Older versions of this page kept the keys of the chairs as `seats`. */
function renamed(kept: Kept): Kept {
  const keys = kept.keys as (TableKeys & { seats?: string[] }) | undefined
  return keys?.seats ? { ...kept, keys: { host: keys.host, watch: keys.watch, chairs: keys.seats } } : kept
}

function stored(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(found) ? (found as Kept[]).filter((each) => each.table && each.key).map(renamed) : []
  } catch {
    return []
  }
}

let list = $state<Kept[]>(stored())

export const tables = (): Kept[] => list

export const find = (table: string): Kept | undefined => list.find((each) => each.table === table)

export function remember(kept: Omit<Kept, 'at'>): void {
  const before = find(kept.table)
  const keys = kept.keys ?? before?.keys
  const own = before?.key === kept.key ? before.own : undefined
  const watch = kept.watch ?? before?.watch
  const entry: Kept = { ...kept, ...(keys ? { keys } : {}), ...(own ? { own } : {}), ...(watch ? { watch } : {}), at: Date.now() }
  write([entry, ...list.filter((each) => each.table !== kept.table)].slice(0, MOST))
}

/** The tables in order of urgency: waiting for you, being played, not started, over. */
export function byUrgency(all: readonly Kept[]): Kept[] {
  const rank = (kept: Kept) => (kept.status === 'playing' ? (kept.yours ? 0 : 1) : kept.status === 'open' ? 2 : 3)
  return [...all].sort((one, other) => rank(one) - rank(other) || other.at - one.at)
}

/** Update what is known of a table, without making it the most recent one. */
export function learn(table: string, news: Partial<Pick<Kept, 'status' | 'yours' | 'waitsFor' | 'own'>>): void {
  write(list.map((each) => (each.table === table ? { ...each, ...news } : each)))
}

export function forget(table: string): void {
  write(list.filter((each) => each.table !== table))
}

function write(next: Kept[]): void {
  list = next
  try {
    localStorage.setItem(PLACE, JSON.stringify(next))
  } catch {
    // a private window: it lasts as long as the page
  }
}

const TOWNS = [
  'Lübeck',
  'Siena',
  'Tunis',
  'Brugge',
  'Gent',
  'Avignon',
  'Kraków',
  'Toledo',
  'Bergen',
  'Visby',
  'Pisa',
  'Genova',
  'Palermo',
  'Deventer',
  'Utrecht',
  'Köln',
  'Mainz',
  'Speyer',
  'Praha',
  'Buda',
  'Ragusa',
  'Zadar',
  'Tirnovo',
  'Smyrna',
  'Caffa',
  'Tana',
  'Novgorod',
  'Pskov',
  'Riga',
  'Danzig',
  'Bordeaux',
  'Rouen',
  'Paris',
  'York',
  'London',
  'Bristol',
  'Dublin',
  'Lisboa',
  'Sevilla',
  'Valencia',
  'Fès',
  'Tlemcen',
  'Béjaïa',
  'Mahdia',
  'Barqa',
  'Alexandria',
  'Damietta',
  'Zutphen',
  'Kampen',
  'Dordrecht',
]

/** A table's name: a town of the time, always the same for the same table. */
export function townOf(table: string): string {
  let sum = 7
  for (const letter of table) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0
  return TOWNS[sum % TOWNS.length]!
}
