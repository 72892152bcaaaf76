/** The outbox of drafts: where they are stored, and how a request is sent. */
import { signal } from '@preact/signals'
import { type Id, request } from '../api/call.ts'
import type { Store } from '../api/memory-store.ts'
import { type Outcome, type Step, Outbox } from '../api/outbox.ts'
import { Offline, Problem } from '../api/problem.ts'
import { session } from '../api/session.ts'
import { openStore } from '../api/store.ts'
import { newKey } from '../../client/src/keys.ts'
import { type DraftEntry, isSent } from './entry.ts'
import { type Draft, plan } from './plan.ts'

/** True if the session has ended, so that drafts wait until the person signs in again. */
export const signedOut = signal(false)

const opened = openStore<DraftEntry>('scorebook-outbox')

/** Each row says whether the service has all of it. So pages outside of the app can say what would be lost. */
export const store: Store<DraftEntry> = {
  ...opened,
  change: (id, to) =>
    opened.change(id, (row) => {
      const next = to(row)
      return next && { ...next, sent: isSent(next) }
    }),
}

type Listener = (id: string, done: Draft | undefined) => void

const listeners: Listener[] = []

/** Calls `listener` after each change. `done` is an entry that has just left the outbox. */
export const onChange = (listener: Listener): void => void listeners.push(listener)

export const userId = (): string | undefined => {
  const known = session.peek()
  return known.state === 'in' ? known.user.id : undefined
}

export const outbox = new Outbox<Draft>({
  store,
  plan,
  send,
  alone: (work) =>
    // Without https a browser has no locks. It is then enough that each step is stored before it is sent.
    'locks' in navigator ? navigator.locks.request('scorebook-outbox', work) : work(),
  user: userId,
  newKey,
  now: Date.now,
  changed(id, done) {
    for (const listener of listeners) listener(id, done)
  },
})

async function send({ operation, params, body, ifMatch, key }: Step): Promise<Outcome> {
  const input = {
    ...(params && { params }),
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { ifMatch }),
    key,
    retry: false,
  }
  try {
    const { body: answer, etag } = await request<unknown>(operation as Id, input)
    return { kind: 'DONE', answer: { body: answer, etag } }
  } catch (error) {
    if (error instanceof Offline) return { kind: 'LATER', offline: true }
    if (!(error instanceof Problem)) throw error
    const { status, detail, violations, requestId, retryAfter } = error
    if (status === 401) {
      signedOut.value = true
      return { kind: 'OUT' }
    }
    if (status >= 500 || [408, 425, 429].includes(status))
      return { kind: 'LATER', offline: false, retryAfter }
    return { kind: 'REFUSED', fault: { status, detail, violations, requestId } }
  }
}
