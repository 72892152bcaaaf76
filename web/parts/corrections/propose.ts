/** Sends a correction. Afterwards, reads everything again that depends on decisions about matches and people. */
import type * as z from 'zod'
import type { CreateMatchEdit } from '../../../src/resources/match-edits/schema.ts'
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { refreshInbox } from '../../api/inbox.ts'

type Proposal = z.input<typeof CreateMatchEdit>

/**
 * Proposes a correction. If the recorder does so, it is approved at once. `isDone` says whether the match has changed. With the
 * same `key`, it is proposed once.
 */
export async function propose(
  matchId: string,
  proposal: Proposal,
  isRecorder: boolean,
  key?: string,
): Promise<{ editId: string; isDone: boolean }> {
  const { body, etag } = await call('createMatchEdit', {
    params: { matchId },
    body: proposal,
    ...(key !== undefined && { key }),
  })
  const editId = body.id
  if (body.status !== 'PENDING') return { editId, isDone: true }
  if (!isRecorder) return { editId, isDone: false }
  await call('decideMatchEdit', {
    params: { matchId, editId },
    body: { status: 'APPROVED' },
    ...(etag === undefined ? {} : { ifMatch: etag }),
  })
  return { editId, isDone: true }
}

const CHANGED =
  /^\/(matches|canonical-players|ghost-players|users|claim-|communities|games|match-edits|disputes|invitations)/

export function refreshAll(): void {
  refetch(CHANGED)
  refreshInbox()
}
