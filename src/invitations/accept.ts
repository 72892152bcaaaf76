/** Accepts an invitation: the claim, membership or trust is made as if it had been asked for and approved. */
import { type Queryable, changeAndShow } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { uuidBeside } from '../db/uuid.ts'
import { withConstraints } from '../db/violations.ts'
import type { UserCaller } from '../http/caller.ts'
import type { Found, Shown } from '../http/operation/operation.ts'
import { conflict, notFound } from '../http/problem.ts'
import { claimEdgeJson } from '../resources/claim-edges/store.ts'
import { claimPromised } from '../resources/claim-requests/store.ts'
import { settle } from '../resources/membership-requests/store.ts'
import {
  alreadyMember,
  insertion as membershipInsertion,
  membershipJson,
} from '../resources/memberships/store.ts'
import { acceptedTrust, trustedEditorJson } from '../resources/trusted-editors/store.ts'
import { JUST_NOW, events, wasChanged, wasMade } from '../resources/events/write.ts'
import { isGood } from './preview.ts'
import { type InvitationKind, hashOf } from './store.ts'

type OpenedInvitation = {
  id: string
  version: number
  kind: InvitationKind
  inviterId: string
  ghostPlayerId: string | null
  communityId: string | null
  /** True if the caller has accepted the invitation, or is the ghost player already. */
  isMine: boolean
}

/** Used, expired, ended and unknown invitations get the same answer, so that it reveals nothing. */
export const gone = () =>
  notFound('There is no such invitation, or it is not good any more. Ask for another one.')

/** Accepting an invitation locks its inviter and the caller together. */
export const inviterOf = (secret: string): Sql =>
  sql`select inviter_id from invitations where hash = ${hashOf(secret)}`

/**
 * `which` is on `invitations o`. Locks the inviter, then the community or the ghost player, then the caller's canonical player,
 * and the invitation last: a claim that is approved, a match that becomes final and a deletion lock them in the same order.
 */
export const openWhere = (which: Sql, { userId, canonicalPlayerId }: UserCaller) => sql<OpenedInvitation>`
  with opened as materialized (
    select o.id, o.inviter_id, o.ghost_player_id, o.community_id from invitations o where ${which}
  ), inviter as (
    select u.id from users u where u.id = (select inviter_id from opened) for no key update
  ), community as (
    select c.id from communities c where c.id = (select o.community_id from opened o, inviter) for share
  ), ghost_player as (
    select gp.id from ghost_players gp where gp.id = (select o.ghost_player_id from opened o, inviter) for update
  ), player as (
    select cp.id from canonical_players cp
    where cp.id = ${canonicalPlayerId} and (select count(*) from community) + (select count(*) from ghost_player) <= 1
    for no key update
  )
  select i.id, i.version, i.kind, i.inviter_id as "inviterId", i.ghost_player_id as "ghostPlayerId", i.community_id as "communityId",
    exists (select from invitation_uses iu where iu.invitation_id = i.id and iu.user_id = ${userId}) or exists (
      select from claim_edges ce where ce.ghost_player_id = i.ghost_player_id
        and ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null) as "isMine"
  from player, opened, invitations i where i.id = opened.id for update of i`

export const open = (secret: string, caller: UserCaller) => openWhere(sql`o.hash = ${hashOf(secret)}`, caller)

export async function accept(
  db: Queryable,
  caller: UserCaller,
  invitation: OpenedInvitation | undefined,
  recorded: Sql,
): Promise<Shown> {
  if (!invitation) throw gone()
  if (invitation.inviterId === caller.userId)
    throw conflict('This is your own invitation; it is for somebody else.')
  if (invitation.isMine) throw conflict(ALREADY[invitation.kind])
  const using = db.maybe(use(invitation))
  const made = withConstraints(
    { invitation_uses_user_key: () => conflict(ALREADY[invitation.kind]) },
    Promise.all([
      db.many(sql`
        insert into invitation_uses (id, invitation_id, user_id)
        values (${uuidBeside(invitation.inviterId)}, ${invitation.id}, ${caller.userId})`),
      db.many(recorded),
      effect(db, caller, invitation),
    ]),
  )
  made.catch(() => {}) // an invitation that has ended says nothing of the caller
  if (!(await using)) throw gone()
  const [, , shown] = await made
  return shown
}

const alreadyTrusted = () => conflict('The inviter trusts you with their matches already.')

const ALREADY: Record<InvitationKind, string> = {
  GHOST_PLAYER: 'You are this ghost player already.',
  COMMUNITY: 'You have accepted this invitation already.',
  TRUSTED_EDITOR: 'You have accepted this invitation already.',
}

/** Runs as a statement after the locks, so that it sees the changes that others made while we waited. */
const use = ({ id }: OpenedInvitation) => sql<{ id: string }>`
  update invitations i set uses = uses + 1, last_used_at = now(), unread_since = coalesce(unread_since, now()), version = version + 1, updated_at = now()
  where i.id = ${id} and ${isGood} returning i.id`

function effect(db: Queryable, caller: UserCaller, invitation: OpenedInvitation): Promise<Shown> {
  const { kind, inviterId, ghostPlayerId, communityId } = invitation
  const shown = showAccepted(invitation.id, caller)
  if (kind === 'GHOST_PLAYER' && ghostPlayerId !== null) {
    const claim = { canonicalPlayerId: caller.canonicalPlayerId, ghostPlayerId, ownerId: inviterId }
    return claimPromised(db, claim, shown, gone)
  }
  if (kind === 'COMMUNITY' && communityId !== null) {
    const changes = [settle(communityId, caller, inviterId), membershipInsertion(communityId, caller.userId)]
    return withConstraints({ memberships_user_key: alreadyMember }, changeAndShow(db, changes, shown))
  }
  return withConstraints(
    { trusted_editors_active_key: alreadyTrusted },
    changeAndShow(db, [acceptedTrust(inviterId, caller.userId)], shown),
  )
}

export const eventsOf = (
  { userId, canonicalPlayerId }: UserCaller,
  { id, kind, inviterId, ghostPlayerId, communityId }: OpenedInvitation,
): Sql[] => {
  const used = wasChanged('invitation', id)
  const requester = sql`s.canonical_player_id = ${canonicalPlayerId} and s.status = 'APPROVED'`
  switch (kind) {
    case 'GHOST_PLAYER': {
      const ofGhostPlayer = sql`s.ghost_player_id = ${ghostPlayerId} and ${JUST_NOW}`
      return events(
        used,
        wasMade('claim-request', sql`${ofGhostPlayer} and ${requester}`),
        wasChanged('claim-request', sql`${ofGhostPlayer} and not (${requester})`),
        wasMade('claim-edge', ofGhostPlayer),
      )
    }
    case 'COMMUNITY': {
      const ofCaller = sql`s.community_id = ${communityId} and s.user_id = ${userId} and ${JUST_NOW}`
      return events(used, wasMade('membership', ofCaller), wasChanged('membership-request', ofCaller))
    }
    case 'TRUSTED_EDITOR':
      return events(
        used,
        wasMade(
          'trusted-editor',
          sql`s.grantor_id = ${inviterId} and s.editor_id = ${userId} and ${JUST_NOW}`,
        ),
      )
  }
}

const showAccepted = (id: string, caller: UserCaller) => sql<Found>`
  select json_object(
    'kind': i.kind,
    'claimEdge': (
      select ${claimEdgeJson(caller)} from claim_edges ce
      where ce.ghost_player_id = i.ghost_player_id and ce.revoked_at is null),
    'membership': (
      select ${membershipJson} from memberships ms
      where ms.community_id = i.community_id and ms.user_id = ${caller.userId}),
    'trustedEditor': (
      select ${trustedEditorJson(caller)} from trusted_editors te
      where i.kind = 'TRUSTED_EDITOR' and te.grantor_id = i.inviter_id and te.editor_id = ${caller.userId}
        and te.revoked_at is null)
    absent on null)::text as body
  from invitations i where i.id = ${id}`
