/**
 * "It is your turn" on this device. With a push subscription the server sends it to the browser, whether a page is open or
 * not. Where there is no push service, an open page tells it by itself while nobody looks at it.
 */

import { untrack } from 'svelte'
import { registration } from '../app/worker'
import { t } from '../i18n/index.svelte'
import type { PlayerGame, PlayerNotices } from '../net/protocol'
import { addChannel, seeNotices } from '../net/rest'
import { PRODUCT } from '../product'
import { gameName } from '../words'
import { deviceName } from './passkey'
import { changes, games, loadGames, me } from './player.svelte'

/** `page`: no push service, so only while a page is open. */
export type Here = 'off' | 'push' | 'page' | 'denied' | 'impossible'

const PLACE = `${PRODUCT}.notify`
const TOLD = `${PRODUCT}.told`
const KEPT = 50 // turns that were told of

export const canNotify = (): boolean => typeof Notification === 'function' && !!navigator.serviceWorker

/** What was chosen on this device: the player who is told by an open page. */
function chosen(): string | null {
  try {
    return localStorage.getItem(PLACE)
  } catch {
    return null
  }
}

function choose(player: string | null): void {
  try {
    if (player) localStorage.setItem(PLACE, player)
    else localStorage.removeItem(PLACE)
  } catch {
    // a private window
  }
}

const subscription = async (): Promise<PushSubscription | null> => (await registration())?.pushManager?.getSubscription() ?? null

/** How this device is told now. */
export async function stateHere(notices: PlayerNotices): Promise<Here> {
  if (!canNotify()) return 'impossible'
  if (Notification.permission === 'denied') return 'denied'
  const mine = await subscription()
  if (mine && notices.channels.some(({ kind, address }) => kind === 'push' && address === mine.endpoint)) return 'push'
  return chosen() === me()?.player && Notification.permission === 'granted' ? 'page' : 'off'
}

/** Tells on this device from now on: by push if it can be, otherwise while a page is open. */
export async function turnOn(notices: PlayerNotices): Promise<Here> {
  const mine = me()
  if (!mine || (await Notification.requestPermission()) !== 'granted') return 'denied'
  if (notices.push) {
    try {
      const worker = await registration()
      const made = await worker!.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: notices.push })
      const { keys } = made.toJSON()
      const { endpoint: address } = made
      await addChannel(mine.key, { kind: 'push', address, name: deviceName(), p256dh: keys!['p256dh']!, auth: keys!['auth']! })
      choose(null)
      return 'push'
    } catch {
      // no push service in this browser, or it cannot be reached
    }
  }
  choose(mine.player)
  followTurns()
  return 'page'
}

/** Tells nothing on this device any more. The address of the subscription that was ended. */
export async function turnOff(): Promise<string | null> {
  choose(null)
  const mine = await subscription()
  if (!mine) return null
  await mine.unsubscribe()
  return mine.endpoint
}

// ---- an open page that nobody looks at

let notices: PlayerNotices | null = null
let known: Set<string> | null = null // turns that were there before

const turnOf = (game: PlayerGame): string => `${game.table} ${game.match} ${game.chair} ${game.turn}`
const isMine = (game: PlayerGame): boolean => game.status === 'playing' && game.waits_for === game.chair

/** Whether it is one of the quiet hours here and now. */
export function isQuiet(quiet: { start: string; end: string } | null, now = new Date()): boolean {
  if (!quiet) return false
  const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`
  return quiet.start <= quiet.end ? quiet.start <= time && time < quiet.end : quiet.start <= time || time < quiet.end
}

/** Of several pages one tells of a turn. */
async function isFirst(turn: string): Promise<boolean> {
  const take = (): boolean => {
    const told = (localStorage.getItem(TOLD) ?? '').split('\n')
    if (told.includes(turn)) return false
    localStorage.setItem(TOLD, [turn, ...told].slice(0, KEPT).join('\n'))
    return true
  }
  return await (navigator.locks ? navigator.locks.request(TOLD, take) : take())
}

let isFollowing = false
/** Follows the player's games, and tells of turns that begin while nobody looks. */
export function followTurns(): void {
  if (isFollowing) return
  isFollowing = true
  $effect.root(() => {
    $effect(() => {
      void [changes(), me()?.key]
      untrack(() => void follow())
    })
  })
}

async function follow(): Promise<void> {
  const mine = me()
  if (!mine || chosen() !== mine.player || typeof Notification !== 'function' || Notification.permission !== 'granted') return
  notices ??= await seeNotices(mine.key).catch(() => null)
  await loadGames()
  const waiting = games().filter(isMine)
  const before = known
  known = new Set(waiting.map(turnOf))
  if (!before || !document.hidden || !notices) return
  const { games: wanted, clocks, quiet } = notices.wishes
  for (const game of waiting) {
    const fits = wanted.includes(game.game) && clocks.includes(game.clock?.kind ?? 'none') && !isQuiet(quiet)
    if (before.has(turnOf(game)) || !fits || !(await isFirst(turnOf(game)))) continue
    const others = game.chairs.filter(({ chair, name }) => chair !== game.chair && name).map(({ name }) => name)
    const worker = await registration()
    await worker?.showNotification(`${t('story.yourTurn')}: ${gameName(game.game)}`, {
      body: others.join(', '),
      tag: game.table,
      icon: '/icon-192.png',
      data: { path: `/t/${encodeURIComponent(game.table)}` },
    })
  }
}

/** What was chosen has changed. */
export const forgetNotices = (): void => void (notices = null)
