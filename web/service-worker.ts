/**
 * The service worker. It keeps the shell and every file of this version of the app, so that the app starts without a network,
 * and an old page never asks a new service for an old file. The app itself keeps the answers of the API.
 */
import { files, preloads, version } from 'scorebook:assets'

const PREFIX = 'scorebook-app-'
const CACHE = PREFIX + version
/** A path that answers the app's shell to everybody. The shell is the same for all paths, except for the files that it preloads. */
const SHELL = '/matches'
/** After this time without a shell from the network, a reload gets the kept shell; in milliseconds. */
const PATIENCE = 2_000

/** The globals of a worker that the types of a window lack. */
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

/** All other paths, such as sign-in, the account and the reference, go to the network untouched. */
const rows = Object.entries(preloads).map(([path, early]) => ({
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  early,
}))

const rowOf = (pathname: string) => rows.find(({ pattern }) => pattern.test(pathname))

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE)
  const shell = await fetch(SHELL, { cache: 'no-cache', credentials: 'same-origin' })
  // A page from a proxy or a sign-in page is not a shell.
  if (!shell.ok || shell.redirected) throw new Error(`The shell was answered with ${shell.status}.`)
  const text = await shell.clone().text()
  // During an update, instances differ: a shell that names other files is not from this version.
  if (!namedIn(text).every((file) => files.includes(file)))
    throw new Error('The shell is of another version.')
  await cache.addAll([...files])
  await cache.put(SHELL, shell)
}

const namedIn = (shell: string): string[] => shell.match(/\/assets\/[\w.-]+/g) ?? []

/** Keeps the files of this version and the one before, whose pages might still be open; deletes older files. */
async function takeOver(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

async function assetFor(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request)
}

/**
 * Answers the kept shell at once: its files are kept too, and a newer version announces itself when its worker is ready. A
 * reload gets the newest shell if the network is quick, which helps a person whose kept files are gone.
 */
async function shellFor(request: Request, pathname: string): Promise<Response> {
  const found = await (await caches.open(CACHE)).match(SHELL)
  if (!found) return fetch(request)
  const kept = () => shellOf(found, rowOf(pathname)?.early ?? [])
  if (request.cache === 'default') return kept()
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))
  const answer = await Promise.race([fetch(request).catch(() => undefined), late])
  // A service that starts or stops answers 503; the app learns that from its calls.
  return answer === undefined || answer.status >= 500 ? kept() : answer
}

/** The shell with the preloads of this path. */
async function shellOf(kept: Response, early: readonly string[]): Promise<Response> {
  const links = early.map((file) => `<link rel="modulepreload" href="${file}">`).join('')
  const text = (await kept.text()).replace(/(<link rel="modulepreload"[^>]*>\s*)+/, links)
  return new Response(text, { headers: kept.headers })
}
