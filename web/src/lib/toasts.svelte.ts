/** Short messages that disappear by themselves; a live region announces them. */

import { t, tMaybe, type Key } from './i18n/index.svelte'
import type { Trouble } from './net/protocol'

export interface Toast {
  id: number
  text: string
  kind: 'news' | 'trouble'
}

const STAY = 6000
let list = $state<Toast[]>([])
let next = 0

export const toasts = (): Toast[] => list

export function say(text: string, kind: Toast['kind'] = 'news'): void {
  if (list.some((toast) => toast.text === text)) return
  const id = (next += 1)
  list = [...list.slice(-2), { id, text, kind }]
  setTimeout(() => hush(id), STAY)
}

export const hush = (id: number): void => void (list = list.filter((toast) => toast.id !== id))

/** An error in the reader's language. */
export function troubleInWords(trouble: Partial<Trouble>): string {
  const key = `common.trouble.${trouble.code ?? 'offline'}`
  return tMaybe(key, { why: trouble.why ?? '' }, t('common.trouble.offline' satisfies Key))
}

export const complain = (trouble: unknown): void => say(troubleInWords(trouble as Partial<Trouble>), 'trouble')
