/** Decides when drafts are sent: soon after a change, when the network is back, and again after a failure. */
import { effect } from '@preact/signals'
import { LONGEST_OFFLINE_PAUSE } from '../api/outbox.ts'
import { signInAgain } from '../api/session.ts'
import type { DraftEntry } from './entry.ts'
import { outbox, signedOut, userId } from './outbox.ts'
import { beginShowing, inOutbox } from './shown.ts'

/** In milliseconds. A draft is sent when nothing has changed for this time. Taps on the pad are closer together. */
const QUIET = 1_200
let quiet: ReturnType<typeof setTimeout> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

export function sendSoon(): void {
  clearTimeout(quiet)
  quiet = setTimeout(sendNow, QUIET)
}

/** Sends even if the browser says that there is no network, because it can be wrong. */
export function sendNow(): void {
  clearTimeout(quiet)
  if (navigator.onLine && userId() !== undefined) void deliver(true)
}

/** Sends all drafts. The person has asked for it, so they may be asked to sign in again. */
export function sendAll(): void {
  declined = false
  sendNow()
}

/** True if the person has declined to sign in. Then the next key press does not ask them again. */
let declined = false

async function deliver(now: boolean): Promise<void> {
  signedOut.value = false
  await outbox.send({ now })
  if (!signedOut.peek() || declined || document.visibilityState === 'hidden') return
  if (await signInAgain()) return deliver(true)
  declined = true
}

function planNextTry(entries: readonly DraftEntry[]): void {
  clearTimeout(timer)
  const times = entries.filter(({ fault }) => !fault).flatMap(({ retryAt }) => retryAt ?? [])
  if (times.length === 0) return
  const pause = Math.min(...times) - Date.now()
  timer = setTimeout(
    () => {
      if (navigator.onLine) void deliver(false)
      else planNextTry(entries)
    },
    Math.min(Math.max(pause, 500), LONGEST_OFFLINE_PAUSE),
  )
}

let hasBegun = false

export function begin(): void {
  if (hasBegun) return
  hasBegun = true
  addEventListener('online', sendNow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendNow()
  })
  effect(() => planNextTry(inOutbox.value))
  beginShowing(sendNow)
}
