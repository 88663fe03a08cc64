/** The steps that were done on this device, and the last one that was opened. */

import type { GameName } from '../net/protocol'
import { PRODUCT } from '../product'

interface Progress {
  done: string[]
  last: { game: GameName; step: string } | null
}

const PLACE = `${PRODUCT}.courses`
const nameOf = (game: GameName, step: string): string => `${game}/${step}`

function stored(): Progress {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Progress> | null
    return { done: Array.isArray(found?.done) ? found.done : [], last: found?.last ?? null }
  } catch {
    return { done: [], last: null }
  }
}

let progress = $state.raw<Progress>(stored())
addEventListener('storage', (event) => event.key === PLACE && (progress = stored()))

export const isDone = (game: GameName, step: string): boolean => progress.done.includes(nameOf(game, step))
export const lastOpened = (): Progress['last'] => progress.last

function keep(next: Progress): void {
  progress = next
  try {
    localStorage.setItem(PLACE, JSON.stringify(next))
  } catch {
    // no room on this device: it lasts as long as the page
  }
}

export function noteOpened(game: GameName, step: string): void {
  keep({ ...stored(), last: { game, step } })
}

export function noteDone(game: GameName, step: string): void {
  const { done, last } = stored() // another window may have done one
  keep({ done: [...new Set([...done, nameOf(game, step)])], last })
}

/** Begin a course anew. */
export function forget(game: GameName): void {
  const { done, last } = stored()
  keep({ done: done.filter((each) => !each.startsWith(`${game}/`)), last: last?.game === game ? null : last })
}
