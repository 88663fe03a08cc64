/** Keys that work everywhere, and those that the screen adds while it is there. */

import { overlay } from '../parts/overlay.svelte'
import { isDark, settings } from './settings.svelte'

type Action = () => boolean | void
const added = new Map<string, Action[]>()

/** While the caller is there, `key` does this; returning false leaves the key to the next. Call it in an effect. */
export function onKey(key: string, action: Action): () => void {
  added.set(key, [action, ...(added.get(key) ?? [])])
  return () =>
    void added.set(
      key,
      (added.get(key) ?? []).filter((each) => each !== action),
    )
}

/** Whether the current screen handles this key. */
export const isUsed = (key: string): boolean => !!added.get(key)?.length

export function toggleTheme(): void {
  settings.theme = isDark() ? 'parchment' : 'candle'
}

const EVERYWHERE: Record<string, Action> = {
  '?': () => void (overlay.now = overlay.now === 'keys' ? null : 'keys'),
  t: toggleTheme,
  s: () => void (settings.sound = !settings.sound),
}

export function shortcuts(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  const from = event.target as Element
  if (from.closest?.('input, textarea, select, [contenteditable]')) return
  if (event.key !== '?' && document.querySelector('dialog[open]')) return
  const actions = [...(added.get(event.key) ?? []), EVERYWHERE[event.key]]
  for (const action of actions) {
    if (!action || action() === false) continue
    event.preventDefault()
    return
  }
}
