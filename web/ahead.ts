/** Stores the main lists on this device before anybody opens them, so that the app can show them without a network. */
import { effect } from '@preact/signals'
import { routes } from './routes.ts'
import { dropped } from './api/cache.ts'
import { keepAheadFor } from './api/keep-ahead.ts'
import { Problem } from './api/problem.ts'
import { may, session } from './api/session.ts'

const LISTS = new Set(['/matches', '/people', '/stand-ins', '/games', '/communities'])

/** The pause between two checks whether the page is still, in milliseconds. */
const BETWEEN_LOOKS = 500

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

/** Stores each list. If one fails, it is tried again next time, because nobody is waiting for it. */
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
      // If the network or the storage is missing, the next list would fail too.
      if (!(error instanceof Problem)) return
    }
  }
}

/** Waits until the browser is idle. Throws if the network is slow or costs money. */
async function untilIdle(): Promise<void> {
  if (isCostly()) throw new Error('Nothing is read ahead over this connection.')
  await idle()
  while (document.querySelector('.skeleton')) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS))
    await idle()
  }
}

const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, BETWEEN_LOOKS),
  )

/** What the browser says about the network. Firefox and Safari say nothing. */
interface Connection {
  saveData?: boolean
  type?: string
}

function isCostly(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return !navigator.onLine || connection?.saveData === true || connection?.type === 'cellular'
}
