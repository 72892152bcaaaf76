/** What waits for a decision: an item of the inbox, and what became of it. */
import { type Item, call } from '../../api/call.ts'
import { Problem } from '../../api/problem.ts'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { named } from '../marks/names.ts'

export type InboxItem = Item<'listInbox'>

/** What became of an item. `undo` returns the sentence to show then. */
export interface Decided {
  said: string
  undo?: { label: string; run: () => Promise<string> }
  /** The height in pixels that its slip had, if the reader did not decide it. */
  height?: number | undefined
}

/** The sentence for an item that waits no longer. Undefined if it still waits, or if nobody can say. */
export async function endOf(item: InboxItem): Promise<string | undefined> {
  try {
    const status = await statusOf(item)
    if (status === 'PENDING') return undefined
    return status === 'CANCELLED' ? say(t.tookBack, { name: askerOf(item) }) : say(t.decidedElsewhere)
  } catch (error) {
    if (!(error instanceof Problem)) return undefined
    // An edit that was withdrawn does not exist any more.
    return error.status === 404 && item.kind === 'MATCH_EDIT'
      ? say(t.tookBack, { name: askerOf(item) })
      : say(t.decidedElsewhere)
  }
}

async function statusOf(item: InboxItem): Promise<string> {
  if (item.kind === 'INVITATION') return statusOfInvitation(item)
  const { matchEdit, claimRequest, membershipRequest, match, dispute } = item
  if (matchEdit) {
    const params = { matchId: matchEdit.matchId, editId: matchEdit.id }
    return (await call('getMatchEdit', { params })).body.status
  }
  if (claimRequest)
    return (await call('getClaimRequest', { params: { claimRequestId: claimRequest.id } })).body.status
  if (membershipRequest) {
    const params = { communityId: membershipRequest.community.id, membershipRequestId: membershipRequest.id }
    return (await call('getMembershipRequest', { params })).body.status
  }
  if (!match || !dispute) return 'PENDING'
  const { body } = await call('getMatch', { params: { matchId: match.id } })
  const seat = body.participants.find(({ id }) => id === dispute.matchParticipantId)
  if (seat?.disputedAt !== undefined) return 'PENDING'
  // A correction changes the match, taking a dispute back does not.
  return body.updatedAt === match.updatedAt ? 'CANCELLED' : 'DECIDED'
}

const statusOfInvitation = async ({ id }: InboxItem): Promise<string> =>
  (await call('getInvitation', { params: { invitationId: id } })).body.unread > 0 ? 'PENDING' : 'READ'

export function askerOf({ matchEdit, dispute, claimRequest, membershipRequest }: InboxItem): string {
  const { displayName = '' } =
    matchEdit?.proposedBy ??
    dispute?.disputedBy ??
    claimRequest?.canonicalPlayer ??
    membershipRequest?.user ??
    {}
  return named(displayName)
}
