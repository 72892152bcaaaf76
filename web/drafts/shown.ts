/** The drafts of whoever is signed in on this device, as they are shown. */
import { type ReadonlySignal, effect, signal } from '@preact/signals'
import { refetch } from '../api/cache.ts'
import { edited } from '../api/outbox.ts'
import { session } from '../api/session.ts'
import type { DraftEntry } from './entry.ts'
import { onChange, outbox, store } from './outbox.ts'
import type { Draft } from './plan.ts'

const shown = signal<readonly DraftEntry[] | undefined>(undefined)

/** Oldest first; undefined until they are read. What was discarded is out of sight. */
export const drafts: ReadonlySignal<readonly DraftEntry[] | undefined> = shown

/** Everything that was read last, with what was discarded; a new array at each reading. */
export const inOutbox = signal<readonly DraftEntry[]>([])

/** The matches that were finished since the app was opened, by the id of their draft. */
export const finished = signal<ReadonlyMap<string, string>>(new Map())

/** Whether the browser keeps anything beyond this page. */
export const lasting = signal(true)

/** The number of changes of an entry that are shown and not yet kept. */
const underWay = new Map<string, number>()

/** Shows a change of an entry at once, and keeps it. */
export async function changeShown(id: string, to: (draft: Draft) => Draft): Promise<void> {
  shown.value = shown.peek()?.map((entry) => (entry.id === id ? edited(entry, to(entry.value)) : entry))
  underWay.set(id, (underWay.get(id) ?? 0) + 1)
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
  const kept = await outbox.entries()
  const before = shown.peek()
  const next = kept.filter(({ value }) => !value.discarded).map((entry) => asShown(entry, before))
  if (!before || next.length !== before.length || next.some((entry, n) => entry !== before[n]))
    shown.value = next
  inOutbox.value = kept
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

/** Shows each change of the outbox, of other tabs too. `read` is called when the drafts of another person are read. */
export function beginShowing(read: () => void): void {
  const tabs = new BroadcastChannel('scorebook-outbox')
  tabs.addEventListener('message', ({ data }: MessageEvent<{ id: string; done?: Draft }>) => {
    if (data.done) hasEnded(data.id, data.done)
    void refresh()
  })
  onChange((id, done) => {
    if (done) hasEnded(id, done)
    tabs.postMessage({ id, done })
    // What is shown ahead of what is kept is read when all of it is kept.
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
