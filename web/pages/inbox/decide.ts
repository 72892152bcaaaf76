/** The requests that decide about claims and requests to join, and the sentence that is shown after each. */
import { call } from '../../api/call.ts'
import { decided } from '../../parts/corrections/decide.ts'
import { type Decided, type InboxItem, askerOf } from '../../parts/corrections/items.ts'
import { refreshAll } from '../../parts/corrections/propose.ts'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'

type Status = 'APPROVED' | 'REJECTED'

export const decideClaim = (item: InboxItem, status: Status): Promise<Decided> =>
  decided(item, async () => {
    const { id = '', ghostPlayer } = item.claimRequest ?? {}
    const name = askerOf(item)
    const { body } = await call('decideClaimRequest', {
      params: { claimRequestId: id },
      body: { status },
      ifMatch: item.etag,
    })
    if (status === 'REJECTED') return { said: say(t.claimRefused, { name }) }
    const said = say(t.claimDone, { name, standIn: named(ghostPlayer?.displayName ?? '') })
    const { claimEdgeId } = body
    if (claimEdgeId === undefined) return { said }
    const undo = async () => {
      await call('revokeClaimEdge', { params: { claimEdgeId }, ifMatch: '*' })
      refreshAll()
      return say(t.claimUndone, { name })
    }
    return { said, undo: { label: say(t.claimUndo), run: undo } }
  })

export const decideRequest = (item: InboxItem, status: Status): Promise<Decided> =>
  decided(item, async () => {
    const { id = '', community = { id: '', displayName: '' }, user } = item.membershipRequest ?? {}
    const name = askerOf(item)
    await call('decideMembershipRequest', {
      params: { communityId: community.id, membershipRequestId: id },
      body: { status },
      ifMatch: item.etag,
    })
    if (status === 'REJECTED') return { said: say(t.refused, { name }) }
    const undo = async () => {
      await call('endMembership', { params: { communityId: community.id, userId: user?.id ?? '' } })
      refreshAll()
      return say(t.removed, { name })
    }
    return {
      said: say(t.joined, { name, community: named(community.displayName) }),
      undo: { label: say(t.claimUndo), run: undo },
    }
  })

/** Answers whether the reader is the stand-in of the one who asks. */
export const answerQuestion = (item: InboxItem, isMe: boolean): Promise<Decided> =>
  decided(item, async () => {
    const names = { name: askerOf(item), standIn: named(item.invitation?.ghostPlayer?.displayName ?? '') }
    const { body } = await call('answerInvitation', {
      params: { invitationId: item.id },
      body: { isMe },
      ifMatch: item.etag,
    })
    const claimEdgeId = body.claimEdge?.id
    if (claimEdgeId === undefined) return { said: say(t.youAreNot, names) }
    const undo = async () => {
      await call('revokeClaimEdge', { params: { claimEdgeId }, ifMatch: '*' })
      refreshAll()
      return say(t.questionUndone, names)
    }
    return { said: say(t.youAre, names), undo: { label: say(t.claimUndo), run: undo } }
  })

export const acknowledge = (item: InboxItem, said: string): Promise<Decided> =>
  decided(item, async () => {
    await call('acknowledgeInvitation', { params: { invitationId: item.id }, ifMatch: item.etag })
    return { said }
  })
