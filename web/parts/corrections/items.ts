/** Something that waits for a decision: an item of the inbox, and how it ended. */
import { type Item, call } from '../../api/call.ts'
import { Problem } from '../../api/problem.ts'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { named } from '../marks/names.ts'

export type InboxItem = Item<'listInbox'>

/** How an item ended. `undo` takes the decision back, and returns the sentence to show then. */
export interface Decided {
  said: string
  undo?: { label: string; run: () => Promise<string> }
  /** The height that its slip had, in pixels. Undefined if the reader decided it. */
  height?: number | undefined
}

/** A sentence for an item that no longer waits. Undefined if it still waits, or if nobody can say. */
export async function endOf(item: InboxItem): Promise<string | undefined> {
  try {
    const status = await statusOf(item)
    if (status === 'PENDING') return undefined
    return status === 'CANCELLED' ? say(t.tookBack, { name: askerOf(item) }) : say(t.decidedElsewhere)
  } catch (error) {
    if (!(error instanceof Problem)) return undefined
    // A withdrawn edit no longer exists.
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
  // A correction changes the match. Withdrawing a dispute does not.
  return body.updatedAt === match.updatedAt ? 'CANCELLED' : 'DECIDED'
}

/** True if somebody asks the reader whether they are a stand-in. */
export const isQuestion = ({ invitation }: InboxItem): boolean => invitation?.inviter !== undefined

async function statusOfInvitation(item: InboxItem): Promise<string> {
  const { body } = await call('getInvitation', { params: { invitationId: item.id } })
  if (!isQuestion(item)) return body.unread > 0 ? 'PENDING' : 'READ'
  if (body.state === 'OPEN') return 'PENDING'
  return body.state === 'ENDED' ? 'CANCELLED' : 'DECIDED'
}

export function askerOf({
  matchEdit,
  dispute,
  claimRequest,
  membershipRequest,
  invitation,
}: InboxItem): string {
  const { displayName = '' } =
    matchEdit?.proposedBy ??
    dispute?.disputedBy ??
    claimRequest?.canonicalPlayer ??
    membershipRequest?.user ??
    invitation?.inviter ??
    {}
  return named(displayName)
}
