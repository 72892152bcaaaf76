/** Operations on invitations: to a stand-in, to a community, and to become a trusted editor. */
import { sql } from '../db/sql.ts'
import { change, count, list, noEvents, read, version } from '../http/operation/define.ts'
import type { Reveal, SecretOf } from '../http/operation/operation.ts'
import { noContent, ok, result } from '../http/operation/responds.ts'
import { conflict } from '../http/problem.ts'
import { admin } from '../resources/communities/rules.ts'
import { selfGhostPlayer } from '../resources/claim-requests/rules.ts'
import { alreadyClaimed } from '../resources/claim-requests/store.ts'
import * as communities from '../resources/communities/store.ts'
import * as ghostPlayers from '../resources/ghost-players/store.ts'
import { JUST_NOW, events, wasChanged, wasMade } from '../resources/events/write.ts'
import { byItsOwner } from './rules.ts'
import { accept, eventsOf, gone, inviterOf, open } from './accept.ts'
import { audit, invite, textOf } from './invite.ts'
import { decline, lookUp } from './preview.ts'
import {
  AcceptedInvitation,
  CreateCommunityInvitation,
  CreateInvitation,
  DAYS,
  Invitation,
  InvitationPreview,
  InvitationSecret,
  NewInvitation,
  USES,
} from './schema.ts'
import * as store from './store.ts'

const creates = {
  scope: 'svc-engine:invitation-create',
  responds: { status: 201, schema: NewInvitation, etag: true, location: '/invitations' },
} as const

const SECRET =
  'Only this answer, and the answer to a retry, has the secret and the link. With `sendTo` the link is also mailed, once for all retries; if the service sends no mail, the answer is 409.'

export const inviteToGhostPlayer = change({
  id: 'inviteToGhostPlayer',
  route: 'POST /ghost-players/{ghostPlayerId}/invitations',
  summary: 'Invite somebody to claim a ghost player of the caller',
  description: `The invitation works once, for ${DAYS} days, and ends an earlier invitation for the ghost player. ${SECRET}`,
  ...creates,
  body: CreateInvitation,
  bodyOptional: true,
  target: ({ caller, params }) => ghostPlayers.lock(params.ghostPlayerId, caller),
  allow: byItsOwner,
  reveal,
  changes: ({ shown, target }) =>
    events(
      wasMade('invitation', shown?.id),
      wasChanged(
        'invitation',
        sql`s.ghost_player_id = ${target.id} and ${JUST_NOW} and s.id <> ${shown?.id}`,
      ),
    ),
  async run({ db, caller, body, target, secretOf, from }) {
    if (target.isSelf) throw selfGhostPlayer()
    const { id: ghostPlayerId } = target
    const endsEarlier = store.ending(sql`i.ghost_player_id = ${ghostPlayerId}`)
    const [claimed, shown] = await Promise.all([
      db.maybe(sql`select from claim_edges where ghost_player_id = ${ghostPlayerId} and revoked_at is null`),
      invite({ db, caller, body, secretOf, from }, { kind: 'GHOST_PLAYER', ghostPlayerId }, [endsEarlier]),
    ])
    if (claimed) throw alreadyClaimed()
    return shown
  },
})

export const inviteToCommunity = change({
  id: 'inviteToCommunity',
  route: 'POST /communities/{communityId}/invitations',
  summary: 'Invite people to join a community, as one of its admins',
  description: `Whoever accepts the invitation is a member at once, even if the community requires approval. ${SECRET}`,
  ...creates,
  body: CreateCommunityInvitation,
  bodyOptional: true,
  target: ({ caller, params }) => communities.lockForShare(params.communityId, caller),
  allow: { ...admin, refusal: 'Only the admins of a community may invite people to it.' },
  reveal,
  changes: ({ shown }) => events(wasMade('invitation', shown?.id)),
  run: ({ db, caller, body, target, secretOf, from }) =>
    invite(
      { db, caller, body, secretOf, from },
      { kind: 'COMMUNITY', communityId: target.id, mostUses: body.uses ?? USES, days: body.days ?? DAYS },
    ),
})

export const inviteTrustedEditor = change({
  id: 'inviteTrustedEditor',
  route: 'POST /trusted-editors/invitations',
  summary: 'Invite somebody to become a trusted editor of the caller',
  description: `The invitation works once, for ${DAYS} days. ${SECRET}`,
  ...creates,
  body: CreateInvitation,
  bodyOptional: true,
  reveal,
  changes: ({ shown }) => events(wasMade('invitation', shown?.id)),
  run: (work) => invite(work, { kind: 'TRUSTED_EDITOR' }),
})

export const listInvitations = list({
  id: 'listInvitations',
  route: 'GET /invitations',
  summary: 'The invitations that the caller made, and those to communities that the caller administers',
  scope: 'svc-engine:invitation-read',
  item: Invitation,
  of: store.invitations,
})

export const countInvitations = count({
  id: 'countInvitations',
  route: 'GET /invitations/count',
  summary: 'How many invitations the list has',
  scope: 'svc-engine:invitation-read',
  of: store.invitations,
})

export const getInvitation = read({
  id: 'getInvitation',
  route: 'GET /invitations/{invitationId}',
  summary: 'An invitation, for its inviter and for the admins of its community',
  scope: 'svc-engine:invitation-read',
  responds: ok(Invitation),
  show: ({ caller, params }) => store.show(params.invitationId, caller),
})

export const revokeInvitation = change({
  id: 'revokeInvitation',
  route: 'DELETE /invitations/{invitationId}',
  summary: 'End an invitation before it expires; it stays in lists',
  scope: 'svc-engine:invitation-revoke',
  target: ({ caller, params }) => store.lock(params.invitationId, caller),
  allow: {
    may: (_caller, { mayEnd }) => mayEnd,
    refusal: 'Only the inviter and the admins of the community may end an invitation.',
  },
  ifMatch: version,
  responds: noContent,
  changes: ({ target }) => events(wasChanged('invitation', target.id)),
  async run({ db, caller, target, from }) {
    if (!target.isOpen) throw conflict('This invitation is not open any more.')
    const ended = audit('INVITATION_ENDED', { caller, from }, { invitationId: target.id })
    await Promise.all([store.ending(sql`i.id = ${target.id}`), ended].map((one) => db.many(one)))
  },
})

export const acknowledgeInvitation = change({
  id: 'acknowledgeInvitation',
  route: 'POST /invitations/{invitationId}/acknowledge',
  summary: 'Say that the caller has seen who accepted an invitation of the caller',
  scope: 'svc-engine:invitation-acknowledge',
  target: ({ caller, params }) => store.lock(params.invitationId, caller),
  allow: {
    may: (_caller, { isInviter }) => isInviter,
    refusal: 'Only the inviter may acknowledge who has accepted an invitation.',
  },
  ifMatch: version,
  responds: ok(Invitation),
  changes: ({ target }) => events(wasChanged('invitation', target.id)),
  run: ({ db, caller, target }) => store.acknowledge(db, target.id, caller),
})

export const lookUpInvitation = change({
  id: 'lookUpInvitation',
  route: 'POST /invitations/look-up',
  summary: 'Look up an invitation by its secret: who invites, and what the invitation is for',
  description: 'Used, expired, ended and unknown invitations get the same 404.',
  scope: 'svc-engine:invitation-accept',
  inBody: true,
  body: InvitationSecret,
  responds: result(InvitationPreview),
  changes: noEvents,
  async run({ db, body }) {
    const shown = await db.maybe(lookUp(body.secret))
    if (!shown) throw gone()
    return shown
  },
})

export const acceptInvitation = change({
  id: 'acceptInvitation',
  route: 'POST /invitations/accept',
  summary: 'Accept an invitation by its secret',
  description:
    'The claim, membership or trust is made at once. For a claim, the same rules hold as when a claim request is approved. Used, expired, ended and unknown invitations get the same 404.',
  scope: 'svc-engine:invitation-accept',
  inBody: true,
  body: InvitationSecret,
  others: ({ body }) => inviterOf(body.secret),
  references: ({ caller, body }) => open(body.secret, caller),
  responds: result(AcceptedInvitation),
  changes: ({ caller, references }) => eventsOf(caller, references),
  run({ db, caller, references, from }) {
    const details = { invitationId: references?.id ?? '', invitation: references?.kind ?? '' }
    return accept(db, caller, references, audit('INVITATION_ACCEPTED', { caller, from }, details))
  },
})

export const declineInvitation = change({
  id: 'declineInvitation',
  route: 'POST /invitations/decline',
  summary: 'Decline an invitation to claim a ghost player, because it is for somebody else',
  description:
    'Declining ends the invitation. The inviter sees that somebody declined. Nothing is stored about the caller.',
  scope: 'svc-engine:invitation-accept',
  inBody: true,
  body: InvitationSecret,
  responds: noContent,
  changes: ({ body }) =>
    events(wasChanged('invitation', sql`s.hash = ${store.hashOf(body.secret)} and ${JUST_NOW}`)),
  async run({ db, body }) {
    if (!(await db.maybe(decline(body.secret)))) throw gone()
  },
})

function reveal(body: string, secretOf: SecretOf, baseUrl: string): ReturnType<Reveal> {
  const { id } = JSON.parse(body) as { id: string }
  const secret = textOf(secretOf(id))
  // Browsers do not send the part after #, so the secret is in no log and no Referer.
  return `${body.slice(0, -1)}, "secret" : "${secret}", "url" : ${JSON.stringify(`${baseUrl}/invitation#${secret}`)}}`
}
