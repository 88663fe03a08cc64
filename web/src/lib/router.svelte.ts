/** The current address: `/`, `/t/TABLE#KEY`, `/rules/GAME#ID`, `/replay/TABLE?match=M&move=N#KEY`, `/review/TABLE?…#KEY`, `/learn`, `/learn/GAME`, `/learn/GAME/STEP`, `/puzzles/ID`, `/me#KEY`, `/player/PAGE`, `/ratings/GAME`, `/mail#WHAT.CODE`. */

export type Place =
  | { page: 'home' }
  | { page: 'table'; table: string; key: string }
  | { page: 'replay' | 'review'; table: string; key: string; match: number; move: number }
  | { page: 'rules'; game: string | null; id: string | null }
  | { page: 'puzzles'; id: string | null }
  | { page: 'learn'; game: string | null; step: string | null }
  | { page: 'me'; key: string }
  | { page: 'player'; id: string }
  | { page: 'ratings'; game: string }
  | { page: 'mail'; code: string }
  | { page: 'nowhere' }

export function read(path: string, hash: string, query = ''): Place {
  const [first = '', second = '', third = ''] = path.split('/').filter(Boolean).map(decodeURIComponent)
  const behind = decodeURIComponent(hash.replace(/^#/, ''))
  const asked = new URLSearchParams(query)
  if (!first) return { page: 'home' }
  if (first === 't' && second) return { page: 'table', table: second, key: behind }
  if ((first === 'replay' || first === 'review') && second) {
    return { page: first, table: second, key: behind, match: Number(asked.get('match') ?? 0), move: Number(asked.get('move') ?? 0) }
  }
  if (first === 'rules') return { page: 'rules', game: second || null, id: behind || null }
  if (first === 'puzzles') return { page: 'puzzles', id: second || null }
  if (first === 'learn') return { page: 'learn', game: second || null, step: third || null }
  if (first === 'me' && !second) return { page: 'me', key: behind }
  if (first === 'player' && second) return { page: 'player', id: second }
  if (first === 'ratings' && second) return { page: 'ratings', game: second }
  if (first === 'mail' && !second) return { page: 'mail', code: behind }
  return { page: 'nowhere' }
}

const here = (): Place => read(location.pathname, location.hash, location.search)

let place = $state<Place>(here())
const arrived = () => (place = here())
addEventListener('popstate', arrived)
addEventListener('hashchange', arrived)

export const at = (): Place => place

let walked = false
/** Whether the reader came here from another page of the client, not by a link from outside. */
export const hasWalked = (): boolean => walked

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  walked = true
  arrived()
  scrollTo(0, 0)
}

export const pathOf = (table: string, key: string): string => `/t/${encodeURIComponent(table)}#${encodeURIComponent(key)}`
export const replayPath = (table: string, key: string, match = 0, move = 0): string =>
  `/replay/${encodeURIComponent(table)}${match || move ? `?match=${match}&move=${move}` : ''}#${encodeURIComponent(key)}`
export const reviewPath = (table: string, key: string, match = 0, move = 0): string =>
  replayPath(table, key, match, move).replace('/replay/', '/review/')
export const linkOf = (table: string, key: string): string => location.origin + pathOf(table, key)

/** For `<a>`s: a plain click stays in the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a')
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin || link.pathname.startsWith('/api')) return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}
