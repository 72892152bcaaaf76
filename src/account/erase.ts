/**
 * Erases an account. The user's row stays under a neutral name, because other people's matches refer to it. Data that only this
 * user took part in are deleted; shared data stay without them.
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
import { revoke } from '../resources/claim-edges/store.ts'
import * as claimRequests from '../resources/claim-requests/store.ts'
import * as communities from '../resources/communities/store.ts'
import { raiseVersion } from '../resources/groups/members.ts'
import * as groups from '../resources/groups/store.ts'
import { deletion as deletionOfMatches } from '../resources/matches/store.ts'
import * as membershipRequests from '../resources/membership-requests/store.ts'
import { markPublic } from '../resources/privacy-settings/public-marks.ts'
import { ghostPlayersChanged, recorderChanged } from '../resources/ratings/changes.ts'
import { NEUTRAL_NAME } from '../resources/ref-json.ts'
import { accountErased, ghostPlayersRenamed } from '../resources/visibility/circles.ts'
import { DATA_TYPES } from '../resources/visibility/relations.ts'
import { removeFromStoredAnswers } from './stored-answers.ts'

/** Locks the account and the heirs of its communities, because an heir could leave at the same time. */
export const lock = (id: string) => sql<{ id: string; version: number }>`
  with locked as (
    select id, version, erased_at from users
    where id = ${id} or id in (select heir.user_id from (${heirs(id)}) heir) or id in (${ownersOfClaimed(id)})
    order by id for update
  )
  select id, version from locked where id = ${id} and erased_at is null`

/** `roles` are the roles of the account, for the audit. */
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

/**
 * Locks everything that other users might be changing, in the order in which their changes lock it. The later statements see
 * those changes, and those users see the result of the erasure.
 */
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
 * The owners of the ghost players that the user has claimed: a match that becomes final meanwhile would be shown through such a
 * claim.
 */
const ownersOfClaimed = (userId: string): Sql => sql`
  select ce.owner_id from claim_edges ce join canonical_players cp on cp.id = ce.canonical_player_id
  where cp.user_id = ${userId} and ce.revoked_at is null`

/** The heir of each community that the user owns: its longest-standing admin, otherwise its longest-standing member. */
const heirs = (userId: string): Sql => sql`
  select distinct on (ms.community_id) ms.community_id, ms.user_id
  from memberships ms
  join communities own on own.id = ms.community_id and own.owner_id = ${userId} and own.deleted_at is null
  left join group_members gm on gm.group_id = own.admin_group_id and gm.user_id = ms.user_id
  where ms.user_id <> ${userId}
  order by ms.community_id, gm.user_id is null, ms.created_at, ms.user_id`

/** Each community goes to its heir. Communities without other members end, and so do the user's groups. */
const passOnCommunities = ({ userId }: UserCaller): Sql[] => [
  sql`
    update communities c set owner_id = heir.user_id, version = version + 1, updated_at = now()
    from (${heirs(userId)}) heir
    where c.id = heir.community_id`,
  ...communities.deletion(sql`owner_id = ${userId}`),
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

/** Ends claims, disputes and trust: nobody is left to answer for them or to decide on them. */
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
    sql`
      with undisputed as (
        update participants set dispute_reason = null, disputed_at = null, disputed_by = null
        where disputed_by = ${userId} returning match_id
      )
      update matches set version = version + 1 where id in (select match_id from undisputed)`,
    sql`
      update trusted_editors set revoked_at = now(), version = version + 1, updated_at = now()
      where (grantor_id = ${userId} or editor_id = ${userId}) and revoked_at is null`,
  ]
}

/** Hides the remaining matches from everybody who took no part in them, and deletes drafts, which only the recorder has. */
const hideWhatStays = (userId: string): Sql[] => [
  sql`
    update privacy_settings set level = 'PRIVATE', version = version + 1, updated_at = now() where user_id = ${userId}`,
  ...DATA_TYPES.flatMap((dataType) => markPublic(userId, dataType, false)),
  recorderChanged(userId),
  deletionOfMatches(sql`recorder_id = ${userId} and finalized_at is null and deleted_at is null`),
]

/** Deletes the account with all its credentials, on all instances. */
const forgetAccount = (accountId: string): Sql[] => [
  endLinksOf(accountId, { by: person(accountId) }), // for the audit: the rows are deleted with their maker
  sql`delete from accounts where id = ${accountId}`,
  accountChanged(accountId),
]

/** Takes the person out of the audit, and records there that somebody was erased, under the id that replaces theirs. */
const recordErasure = (caller: UserCaller, roles: string[]): Sql[] => {
  const { accountId, userId, clientId } = caller
  const id = randomUUID()
  return [
    ...takeOutOfAudit([userId, ...(accountId === undefined ? [] : [accountId])], id),
    auditRecord({ kind: 'ACCOUNT_ERASED', by: { kind: 'PERSON', id, clientId }, details: { roles } }),
  ]
}

/** Removes the names, the account, and the stored answers. */
const forgetPerson = (caller: UserCaller): Sql[] => {
  const { key, userId, accountId } = caller
  return [
    ...(accountId === undefined ? [] : forgetAccount(accountId)),
    // The sessions of a user of an outside issuer; the sessions of an account are deleted with it.
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
    sql`delete from idempotency_keys where caller = ${key} and status is not null`,
    removeFromStoredAnswers(caller),
    sql`
      insert into erased_subjects (key) values (${key}) on conflict (key) do update set erased_at = excluded.erased_at`,
  ]
}
