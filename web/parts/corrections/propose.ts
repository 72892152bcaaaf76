/** Sends a correction. Afterwards, reads everything again that depends on decisions about matches and people. */
import type * as z from 'zod'
import type { CreateMatchEdit } from '../../../src/resources/match-edits/schema.ts'
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { refreshInbox } from '../../api/inbox.ts'

type Proposal = z.input<typeof CreateMatchEdit>

/**
 * Proposes a correction. If the recorder does so, it is approved at once. Returns true if the match has changed. With the same
 * `key`, it is proposed once.
 */
export async function propose(
  matchId: string,
  proposal: Proposal,
  isRecorder: boolean,
  key?: string,
): Promise<boolean> {
  const { body, etag } = await call('createMatchEdit', {
    params: { matchId },
    body: proposal,
    ...(key !== undefined && { key }),
  })
  if (body.status !== 'PENDING') return true
  if (!isRecorder) return false
  await call('decideMatchEdit', {
    params: { matchId, editId: body.id },
    body: { status: 'APPROVED' },
    ...(etag === undefined ? {} : { ifMatch: etag }),
  })
  return true
}

const CHANGED =
  /^\/(matches|canonical-players|ghost-players|users|claim-|communities|games|match-edits|disputes|invitations)/

export function refreshAll(): void {
  refetch(CHANGED)
  refreshInbox()
}
