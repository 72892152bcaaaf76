/**
 * Follows the events of the service while the page is visible, so that what others change appears without a reload. One of the
 * visible tabs reads the stream for all, because a browser has only six connections to a service without HTTP/2.
 */
import { freshenAll } from './cache.ts'
import { etagOf } from './etags.ts'
import { countWaiting } from './inbox.ts'
import { sleep } from './retries.ts'
import { may, session } from './session.ts'

interface Event {
  kind: string
  path?: string
  version?: number
}

/** In milliseconds. Several events share a refresh. */
const BETWEEN = 2_000
/** In milliseconds. Nothing moves while somebody touches, types or scrolls, or has just done so. */
const STILL = 1_000
/** In milliseconds, doubled with each attempt that fails. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

/** A tab asks the reading tab where the stream is. */
const WHERE = 'where'

let following: AbortController | undefined
let lastId: string | undefined
let touchedAt = -Infinity
let freshenedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined

export function beginFollowing(): void {
  for (const kind of ['pointerdown', 'pointerup', 'touchmove', 'keydown', 'scroll'])
    addEventListener(kind, () => (touchedAt = performance.now()), { capture: true, passive: true })
  document.addEventListener('visibilitychange', look)
  look()
}

function look(): void {
  if (document.visibilityState !== 'visible') {
    // Browsers freeze hidden tabs, so the next tab must read. A page that becomes visible fetches everything again anyway.
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

/** The tab that has the lock reads the stream. The other tabs of the person wait for the lock, and get what the first one reads. */
async function follow(userId: string, signal: AbortSignal): Promise<void> {
  const name = `scorebook-events-${userId}`
  const tabs = new BroadcastChannel(name)
  let isReading = false
  tabs.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (data !== WHERE) take(data)
    else if (isReading && lastId !== undefined) tabs.postMessage(`id: ${lastId}`)
  })
  signal.addEventListener('abort', () => tabs.close())
  // A tab that takes over without an id would miss what happened since it was opened.
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

/** Returns when the service refuses, and throws when the signal aborts. */
async function readOn(userId: string, signal: AbortSignal, pass: (frame: string) => void): Promise<void> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const status = await read(userId, signal, pass).catch(() => undefined)
    if (status === 401 || status === 403) return
    if (status === 200) pause = FIRST_PAUSE
    await sleep(pause * (0.5 + Math.random()), signal)
  }
}

/** Returns when the stream has ended. */
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
  // Often the change is this page's own.
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
