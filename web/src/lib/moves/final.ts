/** Moves that reveal something, so that the others have to agree to an undo. */

import type { Table } from '../net/protocol'
import { verbOf } from '../net/vocabulary.svelte'
import { settings } from '../settings.svelte'

/** Whether a move takes a second click: only with other people at the table, who would have to agree to an undo. */
export function asksTwice(move: string, table: Pick<Table, 'chairs'> | null | undefined): boolean {
  const people = table?.chairs.filter((chair) => chair.holder === 'person').length ?? 0
  return settings.confirm && people > 1 && !!verbOf(move.split(' ')[0]!)?.final
}
