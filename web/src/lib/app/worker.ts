/** The service worker: makes this an app that opens offline, and shows messages while no page is open. */

import { go } from '../router.svelte'

const ready = (): Promise<ServiceWorkerRegistration> | null => navigator.serviceWorker?.ready ?? null

/** Starts it, once the page is there. Without https there is none, and nothing is missing but the app. */
export async function startWorker(): Promise<void> {
  if (!navigator.serviceWorker || import.meta.env.DEV) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const message = data as { type?: string; path?: string }
    if (message.type === 'go' && message.path) go(message.path)
  })
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    const registration = await ready()
    // What this page has loaded is kept, so that it opens without a network the next time.
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const files = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`) || /\/(theme\.js|icon\.svg)$/.test(name))
    registration?.active?.postMessage({ type: 'keep', files })
  } catch {
    // the browser, or its user, allows none
  }
}

export const registration = async (): Promise<ServiceWorkerRegistration | null> =>
  (await navigator.serviceWorker?.getRegistration()) ? await navigator.serviceWorker.ready : null
