/** Moves that cannot be undone without the others' consent. */

import type { Table } from '../net/protocol'
import { settings } from '../settings.svelte'

/** They reveal something, so that the others have to agree to an undo. */
const FINAL = new Set([
  'plague',
  'knight',
  'spread',
  'weigh',
  'reveal',
  'ravage',
  'witch',
  'astronomer',
  'explorer',
  'hold',
  'protect',
  'accept',
  'supply',
])

/** Whether a move takes a second click: only with other people at the table, who would have to agree to an undo. */
export function asksTwice(move: string, table: Pick<Table, 'seats'> | null | undefined): boolean {
  const people = table?.seats.filter((seat) => seat.holder === 'person').length ?? 0
  return settings.confirm && people > 1 && FINAL.has(move.split(' ')[0]!)
}
