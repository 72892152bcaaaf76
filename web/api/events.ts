/**
 * Follows the events of the service while the page is visible, so that changes by others appear without a reload. Only one of the
 * visible tabs reads the stream and passes it on, because without HTTP/2 a browser has only six connections to a service.
 */
import { freshenAll } from './cache.ts'
import { etagOf } from './etags.ts'
import { countWaiting } from './inbox.ts'
import { sleep } from './retries.ts'
import { may, readAt, session } from './session.ts'

interface Event {
  kind: string
  path?: string
  version?: number
}

/** The pause between two refreshes, in milliseconds. Several events share one. */
const BETWEEN = 2_000
/** In milliseconds. Nothing is refreshed while somebody touches, types or scrolls, or within this time afterwards. */
const STILL = 1_000
/** The pause after a failed attempt, in milliseconds. It doubles with each further failure. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

/** The message by which a tab asks the reading tab where in the stream it is. */
const WHERE = 'where'

let following: AbortController | undefined
let lastId: string | undefined
let touchedAt = -Infinity
let freshenedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined

export function beginFollowing(): void {
  lastId = readAt
  for (const kind of ['pointerdown', 'pointerup', 'touchmove', 'keydown', 'scroll'])
    addEventListener(kind, () => (touchedAt = performance.now()), { capture: true, passive: true })
  document.addEventListener('visibilitychange', look)
  look()
}

function look(): void {
  if (document.visibilityState !== 'visible') {
    // Browsers freeze hidden tabs, so another tab must read. When this page becomes visible again, it fetches everything anyway.
    following?.abort()
    following = undefined
    lastId = undefined
    return
  }
  const known = session.peek()
  if (following || known.state !== 'in' || !may('event-read') || !('locks' in navigator)) return
  following = new AbortController()
  void follow(known.user.id, following.signal)
}

/** Reads the stream if this tab has the lock. The person's other tabs wait for the lock, and get what this tab reads. */
async function follow(userId: string, signal: AbortSignal): Promise<void> {
  const name = `scorebook-events-${userId}`
  const tabs = new BroadcastChannel(name)
  let isReading = false
  tabs.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (data !== WHERE) take(data)
    else if (isReading && lastId !== undefined) tabs.postMessage(`id: ${lastId}`)
  })
  signal.addEventListener('abort', () => tabs.close())
  // If a tab takes over without an id, it misses what has happened since it was opened.
  tabs.postMessage(WHERE)
  const pass = (frame: string) => {
    take(frame)
    tabs.postMessage(frame)
  }
  try {
    await navigator.locks.request(name, { signal }, async () => {
      isReading = true
      await readOn(userId, signal, pass)
    })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Reads again and again. Returns when the service refuses, and throws when the signal aborts. */
async function readOn(userId: string, signal: AbortSignal, pass: (frame: string) => void): Promise<void> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const status = await read(userId, signal, pass).catch(() => undefined)
    if (status === 401 || status === 403) return
    if (status === 200) pause = FIRST_PAUSE
    await sleep(pause * (0.5 + Math.random()), signal)
  }
}

/** Reads the stream once. Returns when the stream has ended. */
async function read(userId: string, signal: AbortSignal, pass: (frame: string) => void): Promise<number> {
  const response = await fetch('/web/api/v1/events', {
    signal,
    headers: {
      'scorebook-user': userId,
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    },
  })
  if (response.status !== 200 || !response.body) return response.status
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const frames = (rest + part.value).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) pass(frame)
  }
  return response.status
}

function take(frame: string): void {
  lastId = /^id: (.*)$/m.exec(frame)?.[1] ?? lastId
  const data = /^data: (.*)$/m.exec(frame)?.[1]
  if (data === undefined) return
  const { path, version } = JSON.parse(data) as Event
  // Often the event is about a change that this page has made itself. Then its ETag is known.
  if (path !== undefined && version !== undefined && etagOf(path) === `"${version}"`) return
  timer ??= setTimeout(freshen, Math.max(0, BETWEEN - (performance.now() - freshenedAt)))
}

function freshen(): void {
  const still = STILL - (performance.now() - touchedAt)
  if (still > 0) {
    timer = setTimeout(freshen, still)
    return
  }
  timer = undefined
  freshenedAt = performance.now()
  freshenAll(0)
  void countWaiting()
}
