/** What a person does with the drafts of this device. */
import { uuidv7 } from '../api/uuid.ts'
import type { Fields } from '../parts/changes/merge.ts'
import { sendAll, sendNow, sendSoon } from './delivery.ts'
import { outbox } from './outbox.ts'
import { type Draft, again, withChoice } from './plan.ts'
import type { Sheet } from './sheet.ts'
import { changeShown, refresh } from './shown.ts'

/** Stores a new draft on this device, and returns its id. */
export async function keep(sheet: Sheet, selfId: string | undefined): Promise<string> {
  const id = uuidv7()
  await outbox.add(id, { sheet, ...(selfId !== undefined && { selfId }) })
  await refresh()
  return id
}

/** Stores a draft that the service has: one from another device, or one that this device lost. */
export async function keepRead(draft: Draft): Promise<string> {
  const known =
    draft.match && (await outbox.entries()).find(({ value }) => value.match?.id === draft.match?.id)
  if (known) return known.id
  // The match's id, so that two tabs that open it at once share one draft.
  const id = draft.match?.id ?? uuidv7()
  await outbox.add(id, draft)
  await refresh()
  return id
}

/** Shows the change at once, then stores it, then sends it. */
async function change(id: string, to: (draft: Draft) => Draft): Promise<void> {
  const kept = changeShown(id, to)
  sendSoon()
  await kept
}

export const changeSheet = (id: string, to: (sheet: Sheet) => Sheet): Promise<void> =>
  change(id, (draft) => ({ ...draft, sheet: to(draft.sheet) }))

/** Resolves when the wish to finish is stored; the request might be sent much later. */
export async function finish(id: string): Promise<void> {
  await change(id, (draft) => ({ ...draft, finishing: true }))
  if (!navigator.onLine) void askToPersist()
  sendAll()
}

/** The person wants to edit the sheet again. A request under way can still finish it. */
export const unfinish = (id: string): Promise<void> =>
  change(id, ({ finishing: _finishing, ...draft }) => draft)

export async function discard(id: string): Promise<void> {
  await change(id, (draft) => ({ ...draft, discarded: true }))
  sendNow()
}

/** Deletes the draft from this device only. */
export const drop = (id: string): Promise<void> => outbox.remove(id)

export const recordAgain = (id: string): Promise<void> => change(id, again)

export async function choose(id: string, values: Fields): Promise<void> {
  await change(id, (draft) => withChoice(draft, values))
  sendNow()
}

export const tryAgain = (id: string): Promise<void> => outbox.again(id)

/** Deletes every draft of this person that the service does not have, when they sign out and want that. */
export async function dropAll(): Promise<void> {
  for (const { id } of await outbox.entries()) await outbox.remove(id)
}

/** Browsers can delete the data of a site that is seldom visited. This asks the browser to keep ours. */
async function askToPersist(): Promise<void> {
  if ('storage' in navigator && !(await navigator.storage.persisted())) await navigator.storage.persist()
}
