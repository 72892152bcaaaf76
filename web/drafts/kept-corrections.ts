/** Corrections that are not sent yet, kept on this device: one for each person and match. */
import { openStore } from '../api/store.ts'
import type { MatchBody } from '../parts/corrections/changes.ts'
import type { Sheet } from './sheet.ts'

export interface KeptCorrection {
  /** The match as it was when the form was filled. */
  match: MatchBody
  etag: string | undefined
  sheet: Sheet
  /** True if it is to be sent as soon as there is a network. */
  waits: boolean
  /** The Idempotency-Key of the proposal. It is set when the proposal is sent, and removed when something is changed. */
  key?: string | undefined
}

const rows = openStore<KeptCorrection & { id: string }>('scorebook-corrections')

const idOf = (userId: string, matchId: string) => `${userId} ${matchId}`

export async function keptCorrection(userId: string, matchId: string): Promise<KeptCorrection | undefined> {
  const id = idOf(userId, matchId)
  return (await rows.all()).find((row) => row.id === id)
}

/** Stores a correction. Without one, removes the stored one. */
export async function keepCorrection(userId: string, matchId: string, kept: KeptCorrection | undefined) {
  const id = idOf(userId, matchId)
  await rows.change(id, () => kept && { ...kept, id })
}
