/** Operations that ask a user whether they are a ghost player, and that answer. No secret is needed: the question is in their inbox. */
import { changeAndShow } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { anybody, change, version } from '../../http/operation/define.ts'
import { created, result } from '../../http/operation/responds.ts'
import { conflict, invalid } from '../../http/problem.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import { withConstraints } from '../../db/violations.ts'
import { selfGhostPlayer } from '../../resources/claim-requests/rules.ts'
import { alreadyClaimed } from '../../resources/claim-requests/store.ts'
import { JUST_NOW, events, wasChanged, wasMade } from '../../resources/events/write.ts'
import * as ghostPlayers from '../../resources/ghost-players/store.ts'
import { accept, eventsOf, gone } from '../accept.ts'
import { audit } from '../invite.ts'
import { byItsOwner } from '../rules.ts'
import { AcceptedInvitation, AnswerInvitation, DAYS, InviteUser, Invitation } from '../schema.ts'
import * as invitations from '../store.ts'
import * as store from './store.ts'

export const inviteUserToGhostPlayer = change({
  id: 'inviteUserToGhostPlayer',
  route: 'POST /ghost-players/{ghostPlayerId}/user-invitations',
  summary: 'Ask a member of a community of the caller whether they are a ghost player of the caller',
  description: `The user finds the question in their inbox for ${DAYS} days, and nobody else can accept it. It ends an earlier invitation for the ghost player. Only one question of the caller can wait for the same user, and a user who has declined is not asked about this ghost player again (409).`,
  scope: 'svc-engine:invitation-create',
  body: InviteUser,
  target: ({ caller, params }) => ghostPlayers.lock(params.ghostPlayerId, caller),
  allow: byItsOwner,
  references: ({ caller, params, body }) => store.askable(body.userId, caller, params.ghostPlayerId),
  responds: { ...created(Invitation), location: '/invitations' },
  changes: ({ caller, body, shown, target }) =>
    events(
      wasMade('invitation', shown?.id),
      wasChanged(
        'invitation',
        sql`(s.ghost_player_id = ${target.id} or s.inviter_id = ${caller.userId} and s.recipient_id = ${body.userId})
          and ${JUST_NOW} and s.id <> ${shown?.id}`,
      ),
    ),
  async run({ db, caller, body: { userId }, target, references, from }) {
    if (!references)
      throw invalid([unknownReference('userId', 'the id of another member of a community of yours', userId)])
    const { isClaimed, hasDeclined } = references
    if (target.isSelf) throw selfGhostPlayer()
    if (isClaimed) throw alreadyClaimed()
    if (hasDeclined) throw conflict('This user has said that they are not this ghost player.')
    const invitation = { id: invitations.newId(caller), ghostPlayerId: target.id, recipientId: userId }
    const details = { invitationId: invitation.id, invitation: 'GHOST_PLAYER' }
    return withConstraints(
      { invitations_recipient_key: () => conflict('This user has not answered your last question yet.') },
      changeAndShow(
        db,
        [
          ...store.endingEarlier(caller, invitation),
          store.insertion(caller, invitation),
          audit('INVITATION_MADE', { caller, from }, details),
        ],
        invitations.show(invitation.id, caller),
      ),
    )
  },
})

export const answerInvitation = change({
  id: 'answerInvitation',
  route: 'POST /invitations/{invitationId}/answer',
  summary: 'Say whether the caller is the ghost player, as the recipient of an invitation',
  description:
    'If the caller is, the claim is made at once, under the rules for approving a claim request. If not, the invitation ends, and the inviter sees that it was declined. An invitation without a recipient is accepted and declined by its secret.',
  scope: 'svc-engine:invitation-accept',
  body: AnswerInvitation,
  others: ({ params }) => store.inviterOf(params.invitationId),
  target: ({ caller, params }) => store.open(params.invitationId, caller),
  allow: anybody,
  ifMatch: version,
  responds: result(AcceptedInvitation),
  changes: ({ caller, target, body: { isMe } }) =>
    isMe ? eventsOf(caller, target) : events(wasChanged('invitation', target.id)),
  async run({ db, caller, body: { isMe }, target, from }) {
    if (!isMe) {
      const declined = await db.maybe(store.decline(target.id))
      if (!declined) throw gone()
      return declined
    }
    const details = { invitationId: target.id, invitation: target.kind }
    return accept(db, caller, target, audit('INVITATION_ACCEPTED', { caller, from }, details))
  },
})
