/** Exports: a record as a file, a link to a replay, a new table that continues a game. */

import { find, remember } from '../devices.svelte'
import type { Colour, GameName, Json, Table, You } from '../net/protocol'
import { COLOURS } from '../net/protocol'
import { askForReview, getRecord, makeTable } from '../net/rest'
import { replayPath, reviewPath } from '../router.svelte'
import { ownName } from '../settings.svelte'

export interface Game {
  id: string
  key: string
  match: number
  game: GameName
  you: You
}

export const gameOf = (store: { id: string; key: string }, seen: { table: Table; you: You }, match = seen.table.match): Game => ({
  id: store.id,
  key: store.key,
  match,
  game: seen.table.game,
  you: seen.you,
})

export async function saveRecord({ id, key, match, game }: Game): Promise<void> {
  const record = await getRecord(id, key, match)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }))
  link.download = `${game}-${id}-${match}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/**
 * A link with which a finished game can be looked at and nothing else: the key to watch, where this device has it;
 * otherwise a table of its own is made for the record, whose review begins at once where it is the review that is shown.
 * The key of a seat is never given away.
 */
export async function shareLink({ id, key, match, you }: Game, path = replayPath): Promise<string> {
  const watch = you.role === 'watch' ? key : find(id)?.keys?.watch
  if (watch) return location.origin + path(id, watch, match)
  const made = await makeTable({ record: (await getRecord(id, key, match)) as unknown as Record<string, Json> })
  if (path === reviewPath) await askForReview(made.table, made.keys.watch, 0).catch(() => {}) // whoever follows the link can ask, too
  return location.origin + path(made.table, made.keys.watch)
}

/** A new table that goes on from a moment of a finished game, with computer players in the other seats. */
export async function playOn(
  { id, key, match, game }: Game,
  move: number,
  players: number,
  colour: Colour,
): Promise<{ table: string; key: string }> {
  const record = (await getRecord(id, key, match)) as unknown as Record<string, Json>
  const chairs = COLOURS.slice(0, players).map((each) => (each === colour ? { name: ownName() } : { bot: 'normal' as const }))
  const made = await makeTable({ record, move, chairs, start: true })
  const own = made.keys.chairs[COLOURS.indexOf(colour)]!
  remember({ table: made.table, game, key: own, keys: made.keys, seats: players, status: 'open', watching: false })
  return { table: made.table, key: own }
}
