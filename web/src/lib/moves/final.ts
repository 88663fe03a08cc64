/** Moves that cannot simply be taken back. */

import type { Table } from '../net/protocol'
import { settings } from '../settings.svelte'

/** They turn, draw or show something, so that taking them back has to be agreed on. */
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
