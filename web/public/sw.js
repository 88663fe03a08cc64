// The service worker: the page opens without a network, and messages of the server are shown while no page is open.
// Pages always come from the server while it answers, so that a new version replaces the old one at once; what is kept
// here is used only when it does not. Files under /assets/ have their contents in their names and never change.
const SHELL = 'shell'
const MOST = 120 // files of the current and the last version or two
const PAGE = '/'
const WAIT = 8000 // milliseconds for a server that does not answer at all

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add(new Request(PAGE, { cache: 'reload' }))))
  self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// A page says which files it has loaded before this worker was there.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'keep') event.waitUntil(keep(event.data.files))
})

async function keep(files) {
  const cache = await caches.open(SHELL)
  for (const file of files) {
    if (new URL(file, location.href).origin === location.origin && !(await cache.match(file))) await cache.add(file).catch(() => {})
  }
  const kept = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/'))
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await cache.delete(old)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (/\.(svg|png|js|webmanifest)$/.test(pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)))
})

async function page(request) {
  const cache = await caches.open(SHELL)
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(WAIT) })
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) await cache.put(PAGE, answer.clone())
    if (answer.status < 500) return answer
    return (await cache.match(PAGE)) ?? answer // a proxy answers for a server that is away
  } catch (error) {
    const kept = await cache.match(PAGE)
    if (kept) return kept
    throw error
  }
}

async function asset(request) {
  const cache = await caches.open(SHELL)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  // A file of an old version is gone: the server then answers with the page.
  if (answer.ok && !answer.headers.get('content-type')?.startsWith('text/html')) await cache.put(request, answer.clone())
  return answer
}

self.addEventListener('push', (event) => {
  let told
  try {
    told = event.data.json()
  } catch {
    return
  }
  const { title, body, path, tag, waiting } = told
  // The next turn at a table takes the place of the last one, and is heard all the same.
  const shown = self.registration.showNotification(String(title), {
    body: String(body),
    tag: String(tag),
    renotify: true,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path: String(path) },
  })
  // The number on the icon of the app, which an open page would set.
  const counted = Number.isInteger(waiting) ? self.navigator.setAppBadge?.(waiting).catch(() => {}) : undefined
  event.waitUntil(Promise.all([shown, counted]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** Opens the table: in a page that shows it already, in another page of ours, or in a new one. */
async function open(path) {
  const target = new URL(path, location.origin)
  if (target.origin !== location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(({ url }) => new URL(url).pathname === target.pathname)
  if (there) await there.focus()
  else if (pages[0]) {
    await pages[0].focus()
    pages[0].postMessage({ type: 'go', path: target.pathname })
  } else await self.clients.openWindow(target.href)
}
