/** How many things in the inbox are for the reader: what waits for a decision, and answers not seen yet. The bar and the home page show it. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { refetch } from './cache.ts'
import { type Body, request } from './call.ts'
import { Offline, Problem } from './problem.ts'
import { may, session } from './session.ts'

const count = signal<number | undefined>(undefined)

/** Undefined until the number is known. */
export const forReader: ReadonlySignal<number | undefined> = count

/** To be called when something may have come, or was decided. */
export function refreshInbox(): void {
  refetch('/users/me/inbox')
  void countWaiting()
}

/** Reads the number. It does not retry, so that nobody is asked to sign in for this. */
export async function countWaiting(): Promise<void> {
  if (document.visibilityState === 'hidden' || session.peek().state !== 'in' || !may('inbox-read')) return
  const query = { filter: 'direction==IN,seen==false' }
  try {
    count.value = (await request<Body<'countInbox'>>('countInbox', { query, retry: false })).body.count
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Offline)) throw error
  }
}

/** The shortest time between two reads, in milliseconds. */
const BETWEEN_READS = 60_000
const BETWEEN_LOOKS = 300

/** The page matters more than the number, so the number is read after the page. */
export async function beginCounting(): Promise<void> {
  while (document.querySelector('main .skeleton') || !document.querySelector('main h1'))
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS))
  await countWaiting()
  setInterval(() => void countWaiting(), BETWEEN_READS)
  document.addEventListener('visibilitychange', () => void countWaiting())
  addEventListener('online', () => void countWaiting())
}
