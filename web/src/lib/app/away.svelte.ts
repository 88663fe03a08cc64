/** Whether the server answers. */

const EVERY = 5000 // milliseconds between two looks while it does not

let gone = $state(false)
let timer = 0

export const isAway = (): boolean => gone

/** A request was answered. */
export function answered(): void {
  gone = false
  clearTimeout(timer)
}

/** A request was not answered: look until the server is back. */
export function unanswered(): void {
  if (gone) return
  gone = true
  timer = window.setTimeout(() => void look(), EVERY)
}

async function look(): Promise<void> {
  clearTimeout(timer)
  try {
    const { ok } = await fetch('/readyz', { cache: 'no-store' })
    if (ok) return answered()
  } catch {
    // still away
  }
  gone = true
  timer = window.setTimeout(() => void look(), EVERY)
}

addEventListener('online', () => void look())
addEventListener('offline', unanswered)
// A page that came out of the store of the service worker was not asked for: it looks once by itself.
if (navigator.serviceWorker?.controller) void look()
