/** What a person does with the drafts of this device. */
import { uuidv7 } from '../api/uuid.ts'
import type { Fields } from '../parts/changes/merge.ts'
import { sendAll, sendNow, sendSoon } from './delivery.ts'
import { outbox } from './outbox.ts'
import { type Draft, anew, withChoice } from './plan.ts'
import type { Sheet } from './sheet.ts'
import { changeShown, refresh } from './shown.ts'

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

/** Shown at once, then kept, then sent. */
async function change(id: string, to: (draft: Draft) => Draft): Promise<void> {
  const kept = changeShown(id, to)
  sendSoon()
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

/** A browser may throw away what it keeps for a site that is seldom visited, unless it was asked not to. */
async function askToPersist(): Promise<void> {
  if ('storage' in navigator && !(await navigator.storage.persisted())) await navigator.storage.persist()
}
