/** Who plays on this device: a player whose games are the same on every device. The first game makes one, quietly. */

import { find, learn, remember } from '../devices.svelte'
import { PRODUCT } from '../product'
import { pathOf } from '../router.svelte'
import { ownName, settings } from '../settings.svelte'
import {
  PROTOCOL,
  type GameName,
  type PlayerGame,
  type Seated,
  type PlayerSeen,
  type WaitingMessage,
  type ErrorMessage,
} from '../net/protocol'
import { changeMe, claimChair, closeLink, listGames, makePlayer, Refusal, releaseChair, removeMe, renewMe, seeMe } from '../net/rest'

export interface Me {
  player: string
  /** Secret: whoever has it is this player. */
  key: string
  name: string
}

const PLACE = `${PRODUCT}.player`

function stored(): Me | null {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? 'null') as Partial<Me> | null
    return found?.key && found.player ? { player: found.player, key: found.key, name: found.name ?? '' } : null
  } catch {
    return null
  }
}

let current = $state<Me | null>(stored())
let waitingGames = $state(0)
let list = $state<PlayerGame[]>([])
/** Counts the changes that the server told of. */
let told = $state(0)
/** Changes whenever the list of open tables does. */
let openVersion = $state(0)

export const me = (): Me | null => current
/** How many games wait for the player. */
export const waiting = (): number => waitingGames
/** The player's games that are not over, as last fetched; those that wait come first. */
export const games = (): PlayerGame[] => list
export const changes = (): number => told
/** Something is open to the player now that was not before: what is shown is fetched again. */
export const refresh = (): void => void (told += 1)
export const openTablesVersion = (): number => openVersion

export const linkOfPlayer = (key: string): string => `${location.origin}/me#${encodeURIComponent(key)}`
/** A page's title with the number of games that wait. */
export const numbered = (title: string): string => (waitingGames ? `(${waitingGames}) ${title}` : title)

addEventListener('storage', (event) => event.key === PLACE && become(stored(), false))

/** From now on this device plays as this player, or as nobody. */
export function become(next: Me | null, isNews = true): void {
  const isSame = next?.key === current?.key
  current = next
  if (isNews) {
    try {
      if (next) localStorage.setItem(PLACE, JSON.stringify(next))
      else localStorage.removeItem(PLACE)
    } catch {
      // a private window: it lasts as long as the page
    }
  }
  if (isSame) return
  list = []
  waitingGames = 0
  hangUp()
  listen()
}

let making: Promise<Me> | null = null // while one is being made

/** The player of this device; the first time one is made. Two pages at once make one player. */
export async function somebody(): Promise<Me> {
  if (current) return current
  const make = async (): Promise<Me> => {
    const other = stored() // another page was first
    const name = ownName()
    const found = other ?? { ...(await makePlayer(name)), name }
    become(found, !other)
    return found
  }
  const alone = async (): Promise<Me> => await (navigator.locks ? navigator.locks.request(PLACE, make) : make())
  making ??= alone().finally(() => (making = null))
  return await making
}

/** Keeps a chair that the server has given to the player, and returns the way there. */
export function keepChair(seated: Seated, game: GameName, seats: number, player: string): string {
  const watch = seated.watch ? { watch: seated.watch } : {}
  remember({ table: seated.table, game, key: seated.key, seats, status: 'open', watching: false, ...watch })
  learn(seated.table, { own: player })
  return pathOf(seated.table, seated.key)
}

/** Makes a chair the player's own, once. Nobody waits for it: if it fails, it is tried again the next time. */
export async function own(table: string, key: string): Promise<void> {
  try {
    const { player, key: mine, name } = await somebody()
    const kept = find(table)
    if (kept?.own !== player) {
      await claimChair(table, key, kept?.keys ? { player: mine, host: kept.keys.host } : { player: mine })
      learn(table, { own: player })
    }
    if (name !== ownName()) await rename(ownName())
  } catch (trouble) {
    leaveIfGone(trouble)
  }
}

export async function rename(name: string): Promise<PlayerSeen | null> {
  if (!current) return null
  const seen = await changeMe(current.key, { name })
  become({ ...current, name: seen.name })
  settings.name = seen.name
  return seen
}

/** Comes in as the player with this key. */
export async function comeIn(key: string): Promise<PlayerSeen> {
  const seen = await seeMe(key)
  become({ player: seen.player, key, name: seen.name })
  settings.name = seen.name
  return seen
}

/** Another key for the player; all other devices are signed out. */
export const renew = (): Promise<void> => change(renewMe)
/** Closes the link: it opens nothing any more, and this device has a key of its own. */
export const close = (name: string): Promise<void> => change((key) => closeLink(key, name))

async function change(ask: (key: string) => Promise<{ key: string }>): Promise<void> {
  if (!current) return
  hangUp() // the server closes what was opened with the old key; this page is not to take that for its end
  try {
    become({ ...current, key: (await ask(current.key)).key })
  } finally {
    listen()
  }
}

/** Deletes the player, on every device. */
export async function remove(): Promise<void> {
  if (!current) return
  hangUp()
  try {
    await removeMe(current.key)
    become(null)
  } finally {
    listen()
  }
}

/** Takes a game from the player's list, on every device. */
export async function release(game: PlayerGame): Promise<void> {
  if (!current) return
  list = list.filter((each) => each.table !== game.table || each.chair !== game.chair)
  await releaseChair(current.key, { table: game.table, chair: game.chair })
}

const MOST_PAGES = 10 // of games that are fetched: 500

export async function loadGames(): Promise<void> {
  const mine = current
  if (!mine) return
  try {
    let found = await listGames(mine.key)
    const all = found.games
    for (let page = 1; found.next !== null && page < MOST_PAGES; page++) {
      found = await listGames(mine.key, found.next)
      all.push(...found.games)
    }
    if (mine.key !== current?.key) return
    list = all
    waitingGames = found.waiting
  } catch (trouble) {
    leaveIfGone(trouble) // otherwise what is known stays
  }
}

let whenGone = () => {}
/** What to do when the key of this device is no longer good. */
export const onGone = (then: () => void): void => void (whenGone = then)

function leaveIfGone(trouble: unknown): void {
  if (!(trouble instanceof Refusal) || trouble.code !== 'not_found' || !current) return
  // A table may be gone as well: only the server knows whether the player is.
  const mine = current
  void seeMe(mine.key).catch((gone: unknown) => {
    if (gone instanceof Refusal && gone.code === 'not_found' && current?.key === mine.key) {
      become(null)
      whenGone()
    }
  })
}

// ---- the connection that tells of changes

const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000
let socket: WebSocket | null = null
let attempts = 0
let timer = 0

function hangUp(): void {
  clearTimeout(timer)
  const before = socket
  socket = null
  before?.close()
}

/** Listens for changes as long as this page is open. */
export function listen(): void {
  if (!current || socket) return
  const { key } = current
  const made = (socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/me/live`))
  made.onopen = () => {
    made.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, player: key }))
    tellSight()
  }
  made.onmessage = ({ data }) => {
    const message = JSON.parse(data as string) as WaitingMessage | ErrorMessage
    if (made !== socket) return
    if (message.type === 'games') {
      attempts = 0
      waitingGames = message.waiting
      openVersion = message.open
      told += 1
    } else leaveIfGone(new Refusal(message.code, message.why))
  }
  made.onclose = () => {
    if (made !== socket) return
    socket = null
    timer = window.setTimeout(listen, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempts++) * (0.5 + Math.random()))
  }
}

/** While a page is in sight, the server tells the player nowhere else. */
function tellSight(): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'sight', visible: !document.hidden }))
}

// A phone that wakes up does not wait for the next attempt.
document.addEventListener('visibilitychange', () => {
  tellSight()
  if (document.hidden || socket) return
  clearTimeout(timer)
  attempts = 0
  listen()
})
