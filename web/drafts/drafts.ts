/** The drafts of whoever is signed in on this device: shown, changed, and sent as soon as that is possible. */
import { type ReadonlySignal, effect, signal } from '@preact/signals'
import { type Id, type Input, call } from '../api/call.ts'
import { refetch } from '../api/cache.ts'
import { type Entry, type Outcome, type Step, LONGEST_OFFLINE_PAUSE, Outbox, edited } from '../api/outbox.ts'
import { Offline, Problem } from '../api/problem.ts'
import { session, signInAgain } from '../api/session.ts'
import type { Store } from '../api/memory-store.ts'
import { openStore } from '../api/store.ts'
import { uuidv7 } from '../api/uuid.ts'
import type { Fields } from '../parts/changes/merge.ts'
import { type Draft, anew, needsSomebody, plan, withChoice } from './plan.ts'
import type { Sheet } from './sheet.ts'

export type DraftEntry = Entry<Draft> & { sent?: boolean }

const shown = signal<readonly DraftEntry[] | undefined>(undefined)

/** Oldest first; undefined until they are read. What was discarded is out of sight. */
export const drafts: ReadonlySignal<readonly DraftEntry[] | undefined> = shown

/** The matches that were finished since the app was opened, by the id of their draft. */
export const finished = signal<ReadonlyMap<string, string>>(new Map())

/** Whether the browser keeps anything beyond this page. */
export const lasting = signal(true)

/** Finished by its person and not yet by the service: "waits on this phone". */
export const waits = ({ value }: DraftEntry): boolean => value.finishing === true && value.end === undefined

/** It goes no further until somebody looks at it. */
export const needsYou = ({ fault, value }: DraftEntry): boolean => fault !== undefined || needsSomebody(value)

/** The service has everything that is written on it. */
export const isSent = ({ value, step }: DraftEntry): boolean =>
  value.match !== undefined && !step && plan.next(value) === undefined && !needsSomebody(value)

const opened = openStore<DraftEntry>('scorebook-outbox')

/** Each row says whether the service has all of it, so that pages without the app know what is lost if it goes. */
const store: Store<DraftEntry> = {
  ...opened,
  change: (id, to) =>
    opened.change(id, (row) => {
      const next = to(row)
      return next && { ...next, sent: isSent(next) }
    }),
}

const userId = () => {
  const known = session.peek()
  return known.state === 'in' ? known.user.id : undefined
}

const outbox = new Outbox<Draft>({
  store,
  plan,
  send,
  alone: (work) =>
    // Plain http has no locks: then what is kept before it is sent must do, and does.
    'locks' in navigator ? navigator.locks.request('scorebook-outbox', work) : work(),
  user: userId,
  newKey: uuidv7,
  now: Date.now,
  changed(id, done) {
    if (done) hasEnded(id, done)
    tabs?.postMessage({ id, done })
    // What is shown ahead of what is kept is read when all of it is kept.
    if (!underWay.has(id)) void refresh()
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
    // The plan is what knows the operation's types.
    const { body: answer, etag } = await call(
      operation as Id,
      input as unknown as Input<'createMatch'> as never,
    )
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

// --- What is shown

let tabs: BroadcastChannel | undefined
/** How many changes of an entry are shown and not yet kept. */
const underWay = new Map<string, number>()
let refreshing: Promise<void> | undefined
let refreshAgain = false

function refresh(): Promise<void> {
  if (refreshing) {
    refreshAgain = true
    return refreshing
  }
  refreshing = read().finally(() => {
    refreshing = undefined
    if (refreshAgain) {
      refreshAgain = false
      void refresh()
    }
  })
  return refreshing
}

async function read(): Promise<void> {
  const kept = await outbox.entries()
  const before = shown.peek()
  const next = kept.filter(({ value }) => !value.discarded).map((entry) => asShown(entry, before))
  if (!before || next.length !== before.length || next.some((entry, n) => entry !== before[n]))
    shown.value = next
  planNextTry(kept)
}

/** What is shown ahead of what is kept, or says the same, stays: it is not drawn again. */
function asShown(entry: DraftEntry, before: readonly DraftEntry[] = []): DraftEntry {
  const known = before.find(({ id }) => id === entry.id)
  if (!known) return entry
  return underWay.has(entry.id) || JSON.stringify(known) === JSON.stringify(entry) ? known : entry
}

function hasEnded(id: string, { end, match }: Draft): void {
  if (end !== 'FINISHED' || !match) return
  finished.value = new Map([...finished.peek(), [id, match.id]])
  refetch(/^\/(matches|users\/me\/(suggestions|ghost-players)|canonical-players|ghost-players)/)
}

// --- What a person does

/** Keeps a new draft on this device, and answers its id. */
export async function keep(sheet: Sheet, selfId: string | undefined): Promise<string> {
  const id = uuidv7()
  await outbox.add(id, { sheet, ...(selfId !== undefined && { selfId }) })
  await refresh()
  return id
}

/** Keeps what was read of the service: a draft that was begun elsewhere, or whose device is gone. */
export async function keepRead(draft: Draft): Promise<string> {
  const known =
    draft.match && (await outbox.entries()).find(({ value }) => value.match?.id === draft.match?.id)
  if (known) return known.id
  // Its own id: whoever opens it in two tabs at once has one draft.
  const id = draft.match?.id ?? uuidv7()
  await outbox.add(id, draft)
  await refresh()
  return id
}

/** In milliseconds of quiet, after which a change is sent: as long as between two taps on the pad. */
const QUIET = 1_200
let quiet: ReturnType<typeof setTimeout> | undefined

/** Shown at once, then kept, then sent. */
export async function change(id: string, to: (draft: Draft) => Draft): Promise<void> {
  shown.value = shown.peek()?.map((entry) => (entry.id === id ? edited(entry, to(entry.value)) : entry))
  underWay.set(id, (underWay.get(id) ?? 0) + 1)
  const kept = outbox.edit(id, to).finally(() => {
    const left = (underWay.get(id) ?? 1) - 1
    if (left > 0) underWay.set(id, left)
    else underWay.delete(id)
    void refresh()
  })
  clearTimeout(quiet)
  quiet = setTimeout(() => sendNow(), QUIET)
  await kept
}

export const changeSheet = (id: string, to: (sheet: Sheet) => Sheet): Promise<void> =>
  change(id, (draft) => ({ ...draft, sheet: to(draft.sheet) }))

/** Kept when it answers; the service may be asked long after. */
export async function finish(id: string): Promise<void> {
  await change(id, (draft) => ({ ...draft, finishing: true }))
  if (!navigator.onLine) void askToPersist()
  sendAll()
}

/** The person wants to go on with the sheet. What is under way may still finish it. */
export const unfinish = (id: string): Promise<void> =>
  change(id, ({ finishing: _finishing, ...draft }) => draft)

export async function discard(id: string): Promise<void> {
  await change(id, (draft) => ({ ...draft, discarded: true }))
  sendNow()
}

/** Only from this device. */
export const drop = (id: string): Promise<void> => outbox.remove(id)

export const recordAnew = (id: string): Promise<void> => change(id, anew)

export async function choose(id: string, values: Fields): Promise<void> {
  await change(id, (draft) => withChoice(draft, values))
  sendNow()
}

export const tryAgain = (id: string): Promise<void> => outbox.again(id)

/** Everything of this person that the service has not: for whoever signs out for good. */
export async function dropAll(): Promise<void> {
  for (const { id } of await outbox.entries()) await outbox.remove(id)
}

// --- When it is sent

let timer: ReturnType<typeof setTimeout> | undefined

/** A browser that says it has no network is right; one that says it has may be wrong. */
function sendNow(): void {
  clearTimeout(quiet)
  if (navigator.onLine && userId() !== undefined) void deliver(true)
}

/** The person asks for it, also to be asked once more who they are. */
export function sendAll(): void {
  declined = false
  sendNow()
}

/** The session has ended, and what waits waits for the person to come back. */
export const signedOut = signal(false)
/** The person would rather not sign in now: they are not asked again at every key. */
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

/** Reads what waits, sends it, and goes on doing so. Once, when the app starts. */
export function begin(): void {
  if (tabs) return
  tabs = new BroadcastChannel('scorebook-outbox')
  tabs.addEventListener('message', ({ data }: MessageEvent<{ id: string; done?: Draft }>) => {
    if (data.done) hasEnded(data.id, data.done)
    void refresh()
  })
  void store.lasting().then((does) => (lasting.value = does))
  addEventListener('online', sendNow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendNow()
  })
  let before: string | undefined
  effect(() => {
    const known = session.value
    const now = known.state === 'in' ? known.user.id : undefined
    if (now === before) return
    before = now
    shown.value = undefined
    void refresh().then(sendNow)
  })
}

/** A browser may throw away what it keeps for a site that is seldom visited, unless it was asked not to. */
async function askToPersist(): Promise<void> {
  if ('storage' in navigator && !(await navigator.storage.persisted())) await navigator.storage.persist()
}
