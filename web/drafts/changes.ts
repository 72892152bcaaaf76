/** What a person can do with the drafts of this device. */
import { newKey } from '../../client/src/keys.ts'
import type { Fields } from '../parts/changes/merge.ts'
import { sendAll, sendNow, sendSoon } from './delivery.ts'
import { outbox } from './outbox.ts'
import { type Draft, again, withChoice } from './plan.ts'
import type { Sheet } from './sheet.ts'
import { changeShown, refresh } from './shown.ts'

export async function keep(sheet: Sheet, selfId: string | undefined): Promise<string> {
  const id = newKey()
  await outbox.add(id, { sheet, ...(selfId !== undefined && { selfId }) })
  await refresh()
  return id
}

/** Stores a draft that only the service has, for example one from another device. */
export async function keepRead(draft: Draft): Promise<string> {
  const known =
    draft.match && (await outbox.entries()).find(({ value }) => value.match?.id === draft.match?.id)
  if (known) return known.id
  // The draft has the id of the match. So two tabs that open the match at the same time share one draft.
  const id = draft.match?.id ?? newKey()
  await outbox.add(id, draft)
  await refresh()
  return id
}

/** Shows a change at once, then stores it, then sends it. */
async function change(id: string, to: (draft: Draft) => Draft): Promise<void> {
  const kept = changeShown(id, to)
  sendSoon()
  await kept
}

export const changeSheet = (id: string, to: (sheet: Sheet) => Sheet): Promise<void> =>
  change(id, (draft) => ({ ...draft, sheet: to(draft.sheet) }))

/** Finishes the match. Resolves when the person's wish is stored; the request can be sent much later. */
export async function finish(id: string): Promise<void> {
  await change(id, (draft) => ({ ...draft, finishing: true }))
  if (!navigator.onLine) void askToPersist()
  sendAll()
}

/** Takes the wish back. A request that is already on its way can still finish the match. */
export const unfinish = (id: string): Promise<void> =>
  change(id, ({ finishing: _finishing, ...draft }) => draft)

export async function discard(id: string): Promise<void> {
  await change(id, (draft) => ({ ...draft, discarded: true }))
  sendNow()
}

export const drop = (id: string): Promise<void> => outbox.remove(id)

export const recordAgain = (id: string): Promise<void> => change(id, again)

export async function choose(id: string, values: Fields): Promise<void> {
  await change(id, (draft) => withChoice(draft, values))
  sendNow()
}

export const tryAgain = (id: string): Promise<void> => outbox.again(id)

/** Deletes all drafts, except those that the service does not have. */
export async function dropAll(): Promise<void> {
  for (const { id } of await outbox.entries()) await outbox.remove(id)
}

/** Asks the browser to keep the data. It may otherwise delete the data of sites that are rarely visited. */
async function askToPersist(): Promise<void> {
  if ('storage' in navigator && !(await navigator.storage.persisted())) await navigator.storage.persist()
}
