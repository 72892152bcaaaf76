/**
 * Erases an account. Data that concern only this user are deleted. Data that others share stay, with a neutral name in place of
 * the user's.
 */
import { randomUUID } from 'node:crypto'
import { type Queryable, withoutTimeout } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import { person } from '../identity/audit/actor.ts'
import { auditRecord } from '../identity/audit/record.ts'
import { endLinksOf } from '../identity/accounts/links.ts'
import { takeOutOfAudit } from '../identity/audit/store.ts'
import { accountChanged } from '../identity/sessions/account-status.ts'
import { forget as forgetImports } from '../imports/store.ts'
import { ending as endingOfInvitations } from '../invitations/store.ts'
import { forget as forgetNotifications } from '../notifications/store.ts'
import { revoke } from '../resources/claim-edges/store.ts'
import * as claimRequests from '../resources/claim-requests/store.ts'
import * as communities from '../resources/communities/store.ts'
import { JUST_NOW, events, membershipsEnding, wasChanged } from '../resources/events/write.ts'
import { forgetSeen } from '../resources/inbox/seen.ts'
import { raiseVersion } from '../resources/groups/members.ts'
import * as groups from '../resources/groups/store.ts'
import { deletion as deletionOfMatches } from '../resources/matches/store.ts'
import * as membershipRequests from '../resources/membership-requests/store.ts'
import { markPublic } from '../resources/privacy-settings/public-marks.ts'
import { ghostPlayersChanged, recorderChanged } from '../resources/ratings/changes.ts'
import { NEUTRAL_NAME } from '../resources/ref-json.ts'
import { accountErased, ghostPlayersRenamed } from '../resources/visibility/circles.ts'
import { disputesEnded } from '../resources/visibility/disputes.ts'
import { forgetDisputeAnswers } from '../resources/matches/dispute-answers.ts'
import { forget as forgetSamePeople } from '../resources/same-people/store.ts'
import { DATA_TYPES } from '../resources/visibility/relations.ts'
import { revocation } from '../resources/trusted-editors/store.ts'
import { removalOf as removalOfWebhooks } from '../webhooks/store.ts'
import { removeFromStoredAnswers } from './stored-answers.ts'

export const lock = (id: string) => sql<{ id: string; version: number }>`
  with locked as (
    select id, version, erased_at from users
    where id = ${id} or id in (select heir.user_id from (${heirs(id)}) heir) or id in (${ownersOfClaimed(id)})
    order by id for update
  )
  select id, version from locked where id = ${id} and erased_at is null`

export async function erase(db: Queryable, caller: UserCaller, roles: string[]): Promise<void> {
  const changes = [
    withoutTimeout,
    ...lockWhatOthersChange(caller),
    ...passOnCommunities(caller),
    ...endClaimsAndTrust(caller),
    ...hideWhatStays(caller.userId),
    ...forgetPerson(caller),
    ...recordErasure(caller, roles),
  ]
  await Promise.all(changes.map((change) => db.many(change)))
}

/** Locks everything that other users could change at the same time. The order is the same as in their changes. */
const lockWhatOthersChange = ({ userId, canonicalPlayerId }: UserCaller): Sql[] => [
  sql`
    select from matches where id in (select match_id from participants where disputed_by = ${userId})
    order by id for update`,
  sql`
    select from communities where id in (
      select community_id from memberships where user_id = ${userId}
      union all
      select community_id from membership_requests where user_id = ${userId} and status = 'PENDING')
    order by id for update`,
  sql`
    select from groups where id in (select group_id from group_members where user_id = ${userId})
    order by id for update`,
  sql`select from canonical_players where id = ${canonicalPlayerId} for update`,
]

/**
 * The owners of ghost players that the user has claimed. They must be locked: otherwise one of their matches could become final
 * meanwhile, and show the claim.
 */
const ownersOfClaimed = (userId: string): Sql => sql`
  select ce.owner_id from claim_edges ce join canonical_players cp on cp.id = ce.canonical_player_id
  where cp.user_id = ${userId} and ce.revoked_at is null`

const heirs = (userId: string): Sql => sql`
  select distinct on (ms.community_id) ms.community_id, ms.user_id
  from memberships ms
  join communities own on own.id = ms.community_id and own.owner_id = ${userId} and own.deleted_at is null
  left join group_members gm on gm.group_id = own.admin_group_id and gm.user_id = ms.user_id
  where ms.user_id <> ${userId}
  order by ms.community_id, gm.user_id is null, ms.created_at, ms.user_id`

const passOnCommunities = ({ userId }: UserCaller): Sql[] => [
  sql`
    update communities c set owner_id = heir.user_id, version = version + 1, updated_at = now()
    from (${heirs(userId)}) heir
    where c.id = heir.community_id`,
  ...communities.deletion(sql`owner_id = ${userId}`),
  ...events(membershipsEnding(sql`s.user_id = ${userId}`)),
  sql`
    update communities set admin_group_id = null, version = version + 1, updated_at = now()
    where admin_group_id in (select id from groups where owner_id = ${userId})`,
  ...groups.deletion(sql`owner_id = ${userId}`),
  sql`delete from memberships where user_id = ${userId}`,
  membershipRequests.cancel(sql`user_id = ${userId}`),
  sql`
    with removed as (delete from group_members where user_id = ${userId} returning group_id)
    ${raiseVersion(sql`id in (select group_id from removed)`)}`,
]

const endClaimsAndTrust = (caller: UserCaller): Sql[] => {
  const { userId, canonicalPlayerId } = caller
  return [
    revoke(sql`canonical_player_id = ${canonicalPlayerId}`, caller),
    ghostPlayersChanged(
      sql`select ghost_player_id from claim_edges where canonical_player_id = ${canonicalPlayerId}`,
    ),
    claimRequests.cancel(sql`(canonical_player_id = ${canonicalPlayerId} or owner_id = ${userId})`),
    sql`
      update claim_requests set message = null, version = version + 1, updated_at = now()
      where canonical_player_id = ${canonicalPlayerId} and message is not null`,
    disputesEnded(sql`mp.disputed_by = ${userId}`),
    sql`
      with undisputed as (
        update participants set dispute_reason = null, disputed_at = null, disputed_by = null
        where disputed_by = ${userId} returning match_id
      )
      update matches set version = version + 1 where id in (select match_id from undisputed)`,
    forgetDisputeAnswers(userId),
    revocation(sql`(grantor_id = ${userId} or editor_id = ${userId})`, userId),
    endingOfInvitations(sql`(i.inviter_id = ${userId} or i.recipient_id = ${userId})`),
  ]
}

const hideWhatStays = (userId: string): Sql[] => [
  sql`
    update privacy_settings set level = 'PRIVATE', version = version + 1, updated_at = now() where user_id = ${userId}`,
  ...DATA_TYPES.flatMap((dataType) => markPublic(userId, dataType, false)),
  recorderChanged(userId),
  deletionOfMatches(sql`recorder_id = ${userId} and finalized_at is null and deleted_at is null`),
]

/**
 * Writes events for the people who have claims or trust with the user, and for members of the same communities. Matches get no
 * events, because there can be 100,000.
 */
export const eventsOfErasure = ({ userId, canonicalPlayerId }: UserCaller): Sql[] =>
  events(
    wasChanged('community', sql`${JUST_NOW}`),
    wasChanged('claim-edge', sql`s.canonical_player_id = ${canonicalPlayerId} and ${JUST_NOW}`),
    wasChanged('claim-request', sql`s.canonical_player_id = ${canonicalPlayerId} and ${JUST_NOW}`),
    wasChanged(
      'claim-request',
      sql`s.owner_id = ${userId} and s.canonical_player_id <> ${canonicalPlayerId} and ${JUST_NOW}`,
    ),
    wasChanged('invitation', sql`(s.inviter_id = ${userId} or s.recipient_id = ${userId}) and ${JUST_NOW}`),
    wasChanged('trusted-editor', sql`(s.grantor_id = ${userId} or s.editor_id = ${userId}) and ${JUST_NOW}`),
  )

const forgetAccount = (accountId: string): Sql[] => [
  endLinksOf(accountId, { by: person(accountId) }), // before the account's row is deleted: that would delete the links too, but the audit must record that they ended
  removalOfWebhooks(accountId, { by: person(accountId) }), // for the same reason
  sql`delete from accounts where id = ${accountId}`,
  accountChanged(accountId),
]

const recordErasure = (caller: UserCaller, roles: string[]): Sql[] => {
  const { accountId, userId, clientId } = caller
  const id = randomUUID()
  return [
    ...takeOutOfAudit([userId, ...(accountId === undefined ? [] : [accountId])], id),
    auditRecord({ kind: 'ACCOUNT_ERASED', by: { kind: 'PERSON', id, clientId }, details: { roles } }),
  ]
}

const forgetPerson = (caller: UserCaller): Sql[] => {
  const { key, userId, accountId } = caller
  return [
    ...(accountId === undefined ? [] : forgetAccount(accountId)),
    // A user who signs in at an outside issuer has no account, so their sessions are deleted here. Other sessions are deleted
    // with the account.
    sql`
      delete from sessions s using users u
      where u.id = ${userId} and s.account_id is null and s.issuer = u.issuer and s.subject = u.subject`,
    sql`
      update ghost_players set display_name = ${NEUTRAL_NAME}, version = version + 1, updated_at = now()
      where owner_id = ${userId} and is_self`,
    ghostPlayersRenamed(sql`gp.owner_id = ${userId} and gp.is_self`),
    ...accountErased(caller),
    sql`
      update canonical_players set sort_name = folded(${NEUTRAL_NAME}), version = version + 1, updated_at = now()
      where user_id = ${userId}`,
    sql`
      update users set display_name = ${NEUTRAL_NAME}, issuer = '', subject = id::text, erased_at = now(),
        version = version + 1, updated_at = now()
      where id = ${userId}`,
    forgetSamePeople(caller),
    forgetSeen(caller),
    ...forgetImports(caller),
    ...forgetNotifications(caller),
    sql`delete from idempotency_keys where caller = ${key} and status is not null`,
    removeFromStoredAnswers(caller),
    sql`
      insert into erased_subjects (key) values (${key}) on conflict (key) do update set erased_at = excluded.erased_at`,
  ]
}
