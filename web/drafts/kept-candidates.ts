/** What a reviewer has typed about candidates and the service does not have yet: one row for each person and candidate. */
import type { Body } from '../api/call.ts'
import { openStore } from '../api/store.ts'

export interface CandidateVersion {
  body: Body<'getCandidate'>
  etag?: string | undefined
}

interface KeptCandidate {
  /** The candidate as it was when the first of the texts was typed. */
  base?: CandidateVersion | undefined
  /** By field. */
  texts: Readonly<Record<string, string>>
  source?: TypedSource | undefined
}

export interface TypedSource {
  url: string
  /** The id of the source that the new one replaces. */
  replaces?: string | undefined
  /** The Idempotency-Key of the request that adds it. Set when it is sent, and removed when the address changes. */
  key?: string | undefined
}

const rows = openStore<KeptCandidate & { id: string }>('scorebook-candidates')

const idOf = (userId: string, candidateId: string) => `${userId} ${candidateId}`

export async function keptCandidate(userId: string, candidateId: string): Promise<KeptCandidate | undefined> {
  const id = idOf(userId, candidateId)
  return (await rows.all()).find((row) => row.id === id)
}

/** Stores a part of what was typed. The row is removed when nothing is left in it. */
export async function keepCandidate(userId: string, candidateId: string, part: Partial<KeptCandidate>) {
  const id = idOf(userId, candidateId)
  await rows.change(id, (before) => {
    const next = { texts: {}, ...before, ...part, id }
    return Object.keys(next.texts).length > 0 || next.source ? next : undefined
  })
}
