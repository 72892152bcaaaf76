/**
 * Follows the events of the service while the page is visible, so that changes by others appear without a reload. Only one of the
 * visible tabs reads the stream and passes it on, because without HTTP/2 a browser has only six connections to a service.
 */
import { Events } from '../../client/src/events.ts'
import { sleep } from '../../client/src/retry.ts'
import { freshenAll } from './cache.ts'
import { scorebook } from './call.ts'
import { countWaiting } from './inbox.ts'
import { Problem } from './problem.ts'
import { may, readAt, session } from './session.ts'

interface Event {
  kind: string
  path?: string
  version?: number
}

/** What the reading tab passes on: an event, and where in the stream it is. */
interface Said {
  id: string | undefined
  event?: Event
}

/** The pause between two refreshes, in milliseconds. Several events share one. */
const BETWEEN = 2_000
/** In milliseconds. Nothing is refreshed while somebody touches, types or scrolls, or within this time afterwards. */
const STILL = 1_000
/** In milliseconds: the longest pause after an attempt that failed. */
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
  tabs.addEventListener('message', ({ data }: MessageEvent<Said | typeof WHERE>) => {
    if (data !== WHERE) take(data)
    else if (isReading && lastId !== undefined) tabs.postMessage({ id: lastId })
  })
  signal.addEventListener('abort', () => tabs.close())
  // If a tab takes over without an id, it misses what has happened since it was opened.
  tabs.postMessage(WHERE)
  const pass = (said: Said) => {
    take(said)
    tabs.postMessage(said)
  }
  try {
    await navigator.locks.request(name, { signal }, async () => {
      isReading = true
      await readOn(signal, pass)
    })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

const open = (place: Record<string, string>, signal: AbortSignal) => scorebook.open('/events', place, signal)

/** Reads until the service says that this person may not, and throws when the signal aborts. */
async function readOn(signal: AbortSignal, pass: (said: Said) => void): Promise<void> {
  for (;;) {
    const events = new Events<Event>(open, { lastEventId: lastId, longestPause: LONGEST_PAUSE, signal })
    try {
      for await (const event of events) pass({ id: events.lastEventId, event })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status === 401 || error.status === 403) return
    }
    await sleep(LONGEST_PAUSE, signal)
  }
}

function take({ id, event }: Said): void {
  lastId = id ?? lastId
  if (!event) return
  const { path, version } = event
  // Often the event is about a change that this page has made itself. Then its ETag is known.
  if (path !== undefined && version !== undefined && scorebook.etagOf(path) === `"${version}"`) return
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
