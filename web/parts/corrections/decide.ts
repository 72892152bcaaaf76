/** The requests that decide about corrections and disputes, and what is said after each. */
import { call } from '../../api/call.ts'
import { Problem } from '../../api/problem.ts'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { same } from '../changes/merge.ts'
import { type Edit, type MatchBody, changesOf } from './changes.ts'
import { type Decided, type InboxItem, askerOf, endOf } from './items.ts'
import { propose, refreshAll } from './propose.ts'

type Status = 'APPROVED' | 'REJECTED'

/** Makes the decision. If the item has ended elsewhere, says so and does not show the refusal. */
export async function decided(item: InboxItem, change: () => Promise<Decided>): Promise<Decided> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Problem) || ![403, 404, 409, 412].includes(error.status)) throw error
    const said = await endOf(item)
    if (said === undefined) throw error
    return { said }
  } finally {
    refreshAll()
  }
}

export const decideEdit = (item: InboxItem, status: Status, approved: string): Promise<Decided> =>
  decided(item, async () => {
    const { id = '', matchId = '' } = item.matchEdit ?? {}
    await call('decideMatchEdit', { params: { matchId, editId: id }, body: { status }, ifMatch: item.etag })
    return { said: status === 'APPROVED' ? approved : say(t.rejected, { name: askerOf(item) }) }
  })

export const correctScore = (item: InboxItem, score: number, corrected: string): Promise<Decided> =>
  decided(item, async () => {
    const matchParticipantId = item.dispute?.matchParticipantId ?? ''
    await propose(item.match?.id ?? '', { participantChanges: [{ matchParticipantId, score }] }, true)
    return { said: corrected }
  })

/**
 * The present match, if its values differ from those that the edit would replace, or if the words of the dispute have changed.
 * Otherwise undefined.
 */
export async function changedSince(item: InboxItem, edit: Edit): Promise<MatchBody | undefined> {
  const { match, matchEtag, dispute } = item
  if (!match) return undefined
  const { body, etag } = await call('getMatch', { params: { matchId: match.id } })
  if (etag === matchEtag) return undefined
  const seat = body.participants.find(({ id }) => id === dispute?.matchParticipantId)
  if (dispute && seat?.disputeReason !== dispute.reason) return body
  const now = changesOf(edit, body)
  return changesOf(edit, match).every(({ from }, n) => same(from, now[n]?.from)) ? undefined : body
}

/** Withdraws what the reader has asked for. */
export const withdraw = (item: InboxItem): Promise<Decided> =>
  decided(item, async () => {
    const [, collection = '', id = '', , part = ''] = item.path.split('/')
    const { etag: ifMatch } = item
    switch (item.kind) {
      case 'MATCH_EDIT':
        await call('withdrawMatchEdit', { params: { matchId: id, editId: item.id }, ifMatch })
        break
      case 'DISPUTE':
        // The match may have changed meanwhile. That makes no difference for the reader's own dispute.
        await call('withdrawDispute', { params: { matchId: id, matchParticipantId: part }, ifMatch: '*' })
        break
      case 'CLAIM_REQUEST':
        await call('cancelClaimRequest', { params: { claimRequestId: item.id }, ifMatch })
        break
      case 'INVITATION':
        await call('revokeInvitation', { params: { invitationId: item.id }, ifMatch })
        break
      default:
        await call('cancelMembershipRequest', {
          params: { communityId: collection === 'communities' ? id : '', membershipRequestId: item.id },
          ifMatch,
        })
    }
    return { said: say(t.withdrawn) }
  })
