/**
 * The service worker. It stores every file of this version: the app starts without a network, and an open page never needs an old
 * file from a newer service. It also shows push messages.
 */
import { files, preloads, version } from 'scorebook:assets'
import { newKey } from '../client/src/keys.ts'

const PREFIX = 'scorebook-app-'
const CACHE = PREFIX + version
const SHARED = 'scorebook-shared'
/** A path that is answered with the shell, for everybody. The shells of different paths differ only in what they preload. */
const SHELL = '/matches'
/** In milliseconds. If no newer shell has arrived after this time, a reload gets the stored one. */
const PATIENCE = 2_000

interface Worker {
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window' }) => Promise<readonly Window[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: ServiceWorkerRegistration
  addEventListener: {
    (type: 'push', listen: (event: Pushed) => void): void
    (type: 'notificationclick', listen: (event: Clicked) => void): void
    (type: 'pushsubscriptionchange', listen: (event: Resubscribed) => void): void
    (type: 'install' | 'activate', listen: (event: Lasting) => void): void
    (type: 'fetch', listen: (event: Fetching) => void): void
    (type: 'message', listen: (event: MessageEvent) => void): void
  }
}

interface Lasting {
  waitUntil: (work: Promise<unknown>) => void
}

/** An open page. */
interface Window {
  url: string
  focus: () => Promise<unknown>
}

interface Pushed extends Lasting {
  data: { json: () => unknown } | null
}

interface Clicked extends Lasting {
  notification: { close: () => void }
}

interface Resubscribed extends Lasting {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

interface Fetching extends Lasting {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

const worker = globalThis as unknown as Worker

worker.addEventListener('install', (event) => event.waitUntil(keepAll()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('message', ({ data }) => {
  if (data === 'TAKE_OVER') void worker.skipWaiting()
  if (data === 'CLAIM') void worker.clients.claim()
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === SHARE_AT) return event.respondWith(takeShared(request))
  if (request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(assetFor(request))
  else if (request.mode === 'navigate' && rowOf(pathname)) event.respondWith(shellFor(request, pathname))
})

const INBOX = '/inbox'

worker.addEventListener('push', (event) => event.waitUntil(show(event)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openInbox())
})
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(registerAgain(event)))

/**
 * Shows a push message. If a worker shows nothing, the browser ends its subscription, so even a message that cannot be read is
 * shown.
 */
async function show({ data }: Pushed): Promise<void> {
  const { title, body, lang } = messageIn(data)
  await worker.registration.showNotification(title, { body, lang, tag: 'inbox' })
}

function messageIn(data: Pushed['data']): { title: string; body: string; lang: string } {
  try {
    const { title, body, lang } = (data ? data.json() : {}) as Record<string, unknown>
    if (typeof title === 'string' && typeof body === 'string' && typeof lang === 'string')
      return { title, body, lang }
  } catch {
    // A message that cannot be read is shown without words of ours.
  }
  return { title: 'Scorebook', body: '', lang: '' }
}

/** Opens the inbox. Pages that are open stay as they are, because somebody may be recording there. */
async function openInbox(): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window' })
  const inbox = open.find(({ url }) => new URL(url).pathname === INBOX)
  await (inbox ? inbox.focus() : worker.clients.openWindow(INBOX))
}

const DEVICES = '/web/api/v1/users/me/notifications/devices'

/**
 * Gives the new subscription to the device that this session registered. Somebody else may have signed in here, and must not get
 * it. If this fails, the page of notifications says that messages are off.
 */
async function registerAgain({ oldSubscription, newSubscription }: Resubscribed): Promise<void> {
  const subscription =
    newSubscription ??
    (oldSubscription && (await worker.registration.pushManager.subscribe(oldSubscription.options)))
  const answer = await fetch(`${DEVICES}?limit=50`)
  const { items } = (await answer.json()) as { items?: { isHere: boolean }[] }
  if (!subscription || !items?.some(({ isHere }) => isHere)) return
  const { endpoint, keys } = subscription.toJSON()
  await fetch(DEVICES, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
    body: JSON.stringify({ endpoint, keys }),
  })
}

/** Where the manifest lets other apps share files with this one (`src/pages/app/manifest.ts`). */
const SHARE_AT = '/share'

/** Keeps the file that another app has shared, until the page of imports reads it (`web/pages/imports/shared.ts`). */
async function takeShared(request: Request): Promise<Response> {
  const file = (await request.formData()).get('file')
  if (file instanceof File) {
    const headers = { 'scorebook-name': encodeURIComponent(file.name) }
    await (await caches.open(SHARED)).put(SHARE_AT, new Response(file, { headers }))
  }
  return Response.redirect('/settings/import?shared', 303)
}

const rows = Object.entries(preloads).map(([path, early]) => ({
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  early,
}))

const rowOf = (pathname: string) => rows.find(({ pattern }) => pattern.test(pathname))

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE)
  const shell = await fetch(SHELL, { cache: 'no-cache', credentials: 'same-origin' })
  // An answer by a proxy, or a sign-in page, is not a shell.
  if (!shell.ok || shell.redirected) throw new Error(`The shell was answered with ${shell.status}.`)
  const text = await shell.clone().text()
  // During an update, instances of the service have different versions.
  if (!namedIn(text).every((file) => files.includes(file)))
    throw new Error('The shell is of another version.')
  await cache.addAll([...files])
  await cache.put(SHELL, shell)
}

/** The icon for the home screen is not stored, because the app itself never shows it. */
const namedIn = (shell: string): string[] => shell.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? []

/** Takes over open pages. They may still need the files of the previous version. */
async function takeOver(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

async function assetFor(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request)
}

/**
 * The shell for a reload: the newest if the network is quick, otherwise the stored one. The newest also helps if stored files
 * were lost.
 */
async function shellFor(request: Request, pathname: string): Promise<Response> {
  const found = await (await caches.open(CACHE)).match(SHELL)
  if (!found) return fetch(request)
  const kept = () => shellOf(found, rowOf(pathname)?.early ?? [])
  if (request.cache === 'default') return kept()
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))
  const answer = await Promise.race([fetch(request).catch(() => undefined), late])
  // A service that is starting or stopping answers 503. The app itself will notice that by its next call.
  return answer === undefined || answer.status >= 500 ? kept() : answer
}

async function shellOf(kept: Response, early: readonly string[]): Promise<Response> {
  const links = early.map((file) => `<link rel="modulepreload" href="${file}">`).join('')
  const text = (await kept.text()).replace(/(<link rel="modulepreload"[^>]*>\s*)+/, links)
  return new Response(text, { headers: kept.headers })
}
