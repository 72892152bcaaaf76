/** The drafts of the signed-in person on this device, as pages show them. */
import { type ReadonlySignal, effect, signal } from '@preact/signals'
import { refetch } from '../api/cache.ts'
import { edited } from '../api/outbox.ts'
import { session } from '../api/session.ts'
import type { DraftEntry } from './entry.ts'
import { finished } from './finished.ts'
import { onChange, outbox, store } from './outbox.ts'
import type { Draft } from './plan.ts'

const shown = signal<readonly DraftEntry[] | undefined>(undefined)

/** The drafts, the oldest first, without discarded ones. Undefined until they are read. */
export const drafts: ReadonlySignal<readonly DraftEntry[] | undefined> = shown

/** All entries of the outbox. Each read makes a new array. */
export const inOutbox = signal<readonly DraftEntry[]>([])

export const lasting = signal(true)

/** For each entry: how many changes are shown but not stored yet. */
const underWay = new Map<string, number>()

/** The entries that were changed since they are being read. What is read of them may be older than what is shown. */
let changedMeanwhile = new Set<string>()

export async function changeShown(id: string, to: (draft: Draft) => Draft): Promise<void> {
  shown.value = shown.peek()?.map((entry) => (entry.id === id ? edited(entry, to(entry.value)) : entry))
  underWay.set(id, (underWay.get(id) ?? 0) + 1)
  changedMeanwhile.add(id)
  try {
    await outbox.edit(id, to)
  } finally {
    const left = (underWay.get(id) ?? 1) - 1
    if (left > 0) underWay.set(id, left)
    else underWay.delete(id)
    void refresh()
  }
}

let refreshing: Promise<void> | undefined
let refreshAgain = false

export function refresh(): Promise<void> {
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
  changedMeanwhile = new Set()
  const kept = await outbox.entries()
  const before = shown.peek()
  const next = kept.filter(({ value }) => !value.discarded).map((entry) => asShown(entry, before))
  if (!before || next.length !== before.length || next.some((entry, n) => entry !== before[n]))
    shown.value = next
  inOutbox.value = kept
}

/** If the shown entry is newer than the stored one, or equal, keeps the shown one, so that nothing is rendered again. */
function asShown(entry: DraftEntry, before: readonly DraftEntry[] = []): DraftEntry {
  const known = before.find(({ id }) => id === entry.id)
  if (!known) return entry
  const isNewer = underWay.has(entry.id) || changedMeanwhile.has(entry.id)
  return isNewer || JSON.stringify(known) === JSON.stringify(entry) ? known : entry
}

function hasEnded(id: string, { end, match }: Draft): void {
  if (end !== 'FINISHED' || !match) return
  finished.value = new Map([...finished.peek(), [id, match.id]])
  refetch(/^\/(matches|users\/me\/(suggestions|ghost-players)|canonical-players|ghost-players)/)
}

/** Calls `read` when the drafts of another person were read. */
export function beginShowing(read: () => void): void {
  const tabs = new BroadcastChannel('scorebook-outbox')
  tabs.addEventListener('message', ({ data }: MessageEvent<{ id: string; done?: Draft }>) => {
    if (data.done) hasEnded(data.id, data.done)
    void refresh()
  })
  onChange((id, done) => {
    if (done) hasEnded(id, done)
    tabs.postMessage({ id, done })
    // The shown entry is newer than the stored one. It is read again when all its changes are stored.
    if (!underWay.has(id)) void refresh()
  })
  void store.lasting().then((does) => (lasting.value = does))
  let before: string | undefined
  effect(() => {
    const known = session.value
    const now = known.state === 'in' ? known.user.id : undefined
    if (now === before) return
    before = now
    shown.value = undefined
    void refresh().then(read)
  })
}
