/**
 * The service worker: it keeps the shell and every file of this version of the app, so that the app starts without network
 * and an old page never asks a new service for an old file. What the API answers is the app's to keep.
 */
import { files, preloads, version } from 'scorebook:assets'

const PREFIX = 'scorebook-app-'
const CACHE = PREFIX + version
/** A path of the app that answers its shell to everybody; the shell is the same for all paths but for what is loaded early. */
const SHELL = '/matches'
/** How long the network may take for the shell of a page that is loaded anew before the kept one is shown, in milliseconds. */
const PATIENCE = 2_000

/** What a worker has and a window has not. */
interface Worker {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: {
    (type: 'install' | 'activate', listen: (event: Lasting) => void): void
    (type: 'fetch', listen: (event: Fetching) => void): void
    (type: 'message', listen: (event: MessageEvent) => void): void
  }
}

interface Lasting {
  waitUntil: (work: Promise<unknown>) => void
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
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(assetFor(request))
  else if (request.mode === 'navigate' && rowOf(pathname)) event.respondWith(shellFor(request, pathname))
})

/** Sign-in, the account, the reference and everything else that is no path of the app goes to the network untouched. */
const rows = Object.entries(preloads).map(([path, early]) => ({
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  early,
}))

const rowOf = (pathname: string) => rows.find(({ pattern }) => pattern.test(pathname))

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE)
  const shell = await fetch(SHELL, { cache: 'no-cache', credentials: 'same-origin' })
  // A proxy's page, or one to sign in, is no shell.
  if (!shell.ok || shell.redirected) throw new Error(`The shell was answered with ${shell.status}.`)
  const text = await shell.clone().text()
  // During an update one instance may be newer than another: a shell of other files is not of this version.
  if (!namedIn(text).every((file) => files.includes(file)))
    throw new Error('The shell is of another version.')
  await cache.addAll([...files])
  await cache.put(SHELL, shell)
}

const namedIn = (shell: string): string[] => shell.match(/\/assets\/[\w.-]+/g) ?? []

/** Pages of the version before go on with its files; older ones have gone. */
async function takeOver(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

async function assetFor(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request)
}

/**
 * The kept shell at once: all its files are kept too, and a newer version tells of itself when its worker has come. Whoever loads
 * the page anew gets the newest where the network is quick, so that they are helped where a kept file has gone.
 */
async function shellFor(request: Request, pathname: string): Promise<Response> {
  const found = await (await caches.open(CACHE)).match(SHELL)
  if (!found) return fetch(request)
  const kept = () => shellOf(found, rowOf(pathname)?.early ?? [])
  if (request.cache === 'default') return kept()
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))
  const answer = await Promise.race([fetch(request).catch(() => undefined), late])
  // A service that is about to start or to end answers 503; the app is told so by its calls.
  return answer === undefined || answer.status >= 500 ? kept() : answer
}

/** With what the page of this path loads early. */
async function shellOf(kept: Response, early: readonly string[]): Promise<Response> {
  const links = early.map((file) => `<link rel="modulepreload" href="${file}">`).join('')
  const text = (await kept.text()).replace(/(<link rel="modulepreload"[^>]*>\s*)+/, links)
  return new Response(text, { headers: kept.headers })
}
