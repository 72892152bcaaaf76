/** Keeps the first page of each main list on this device before anybody opens it, so that it is there without a network. */
import { effect } from '@preact/signals'
import { routes } from './routes.ts'
import { dropped } from './api/cache.ts'
import { keepAheadFor } from './api/keep-ahead.ts'
import { Problem } from './api/problem.ts'
import { may, session } from './api/session.ts'

const LISTS = new Set(['/matches', '/people', '/stand-ins', '/games', '/communities'])

/** Between two looks whether the page has read what it shows, in milliseconds. */
const BETWEEN_LOOKS = 500

/** Now and whenever something may be missing: after a change, and when the app is shown or has a network again. */
export function beginAhead(): void {
  effect(() => {
    if (dropped.value >= 0) void keepLists()
  })
  document.addEventListener('visibilitychange', () => void keepLists())
  addEventListener('online', () => void keepLists())
}

let isKeeping = false
let isAskedAgain = false

async function keepLists(): Promise<void> {
  isAskedAgain = true
  if (isKeeping) return
  isKeeping = true
  while (isAskedAgain) {
    isAskedAgain = false
    await keepEach()
  }
  isKeeping = false
}

/** One after another. What fails is left for the next occasion: nobody waits for it. */
async function keepEach(): Promise<void> {
  const me = session.peek()
  if (me.state !== 'in') return
  const keepAhead = keepAheadFor(me, untilIdle)
  for (const { path, scope, load } of routes) {
    if (!LISTS.has(path) || (scope !== undefined && !may(scope))) continue
    try {
      await untilIdle()
      await (await load()).keep?.(keepAhead, me)
    } catch (error) {
      // Without a network, or where nothing is kept, the next list fails too.
      if (!(error instanceof Problem)) return
    }
  }
}

/** Until the browser has nothing to do and the page shows what it has; throws where a request would be a burden. */
async function untilIdle(): Promise<void> {
  if (isCostly()) throw new Error('Nothing is read ahead over this connection.')
  await idle()
  while (document.querySelector('.skeleton')) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS))
    await idle()
  }
}

/** Safari has no such callback. */
const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, BETWEEN_LOOKS),
  )

/** As far as a browser says it; Firefox and Safari don't. */
interface Connection {
  saveData?: boolean
  type?: string
}

function isCostly(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return !navigator.onLine || connection?.saveData === true || connection?.type === 'cellular'
}
