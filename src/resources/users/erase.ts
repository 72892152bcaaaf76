/**
 * How somebody is forgotten. Their row stays under a name that is nobody's, as the matches of others refer to it;
 * what only they had a part in goes, and what they shared goes on without them.
 */
import { type Queryable, unhurried } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { EMBEDDED_ISSUER } from '../../http/access-token.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import { revoke } from '../claim-edges/store.ts'
import * as claimRequests from '../claim-requests/store.ts'
import * as communities from '../communities/store.ts'
import { changed } from '../groups/members.ts'
import * as groups from '../groups/store.ts'
import { deletion as deletionOfMatches } from '../matches/store.ts'
import * as membershipRequests from '../membership-requests/store.ts'
import { marks } from '../privacy-settings/open.ts'
import { NEUTRAL_NAME } from '../refs.ts'
import { DATA_TYPES } from '../visibility/relations.ts'
import { takeFromAnswers } from './answers.ts'

/** To erase it: nothing that holds the user is under way. With the heirs, as these may leave at the same time. */
export const lock = (id: string) => sql<{ id: string; version: number }>`
  with held as (
    select id, version, erased_at from users
    where id = ${id} or id in (select heir.user_id from (${heirs(id)}) heir) order by id for update
  )
  select id, version from held where id = ${id} and erased_at is null`

export async function erase(db: Queryable, caller: UserCaller): Promise<void> {
  const changes = [
    unhurried,
    ...hold(caller),
    ...share(caller),
    ...withdraw(caller),
    ...close(caller.userId),
    ...forget(caller),
  ]
  await Promise.all(changes.map((change) => db.many(change)))
}

/**
 * What others may change at the same time, in the order in which they take it. Each statement after these sees what
 * they did before, and they find what these leave.
 */
const hold = ({ userId, canonicalPlayerId }: UserCaller): Sql[] => [
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

/** By community that the user owns: its longest-standing admin, else member. */
const heirs = (userId: string): Sql => sql`
  select distinct on (ms.community_id) ms.community_id, ms.user_id
  from memberships ms
  join communities own on own.id = ms.community_id and own.owner_id = ${userId} and own.deleted_at is null
  left join group_members gm on gm.group_id = own.admin_group_id and gm.user_id = ms.user_id
  where ms.user_id <> ${userId}
  order by ms.community_id, gm.user_id is null, ms.created_at, ms.user_id`

/** Communities pass on to their heirs; those without others end, as the groups do. */
const share = ({ userId }: UserCaller): Sql[] => [
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
    with gone as (delete from group_members where user_id = ${userId} returning group_id)
    ${changed(sql`id in (select group_id from gone)`)}`,
]

/** Claims, disputes and trust: nobody is left to answer for them, or to decide. */
const withdraw = (caller: UserCaller): Sql[] => {
  const { userId, canonicalPlayerId } = caller
  return [
    revoke(sql`canonical_player_id = ${canonicalPlayerId}`, caller),
    claimRequests.cancel(sql`(canonical_player_id = ${canonicalPlayerId} or owner_id = ${userId})`),
    sql`
      update claim_requests set message = null, version = version + 1, updated_at = now()
      where canonical_player_id = ${canonicalPlayerId} and message is not null`,
    sql`
      with undisputed as (
        update participants set dispute_reason = null, disputed_at = null, disputed_by = null, updated_at = now()
        where disputed_by = ${userId} returning match_id
      )
      update matches set version = version + 1, updated_at = now() where id in (select match_id from undisputed)`,
    sql`
      update trusted_editors set revoked_at = now(), version = version + 1, updated_at = now()
      where (grantor_id = ${userId} or editor_id = ${userId}) and revoked_at is null`,
  ]
}

/** What is kept is shown to nobody but those who had a part in it; drafts had only their recorder. */
const close = (userId: string): Sql[] => [
  sql`
    update privacy_settings set level = 'PRIVATE', version = version + 1, updated_at = now() where user_id = ${userId}`,
  ...DATA_TYPES.flatMap((dataType) => marks(userId, dataType, 'PRIVATE')),
  deletionOfMatches(sql`recorder_id = ${userId} and finalized_at is null and deleted_at is null`),
]

/** The names, the account, and the answers that are kept for retries. */
const forget = (caller: UserCaller): Sql[] => {
  const { key, userId } = caller
  return [
    sql`
      delete from accounts a using users u
      where u.id = ${userId} and u.issuer = ${EMBEDDED_ISSUER} and a.id::text = u.subject`,
    sql`
      update ghost_players set display_name = ${NEUTRAL_NAME}, version = version + 1, updated_at = now()
      where owner_id = ${userId} and is_self`,
    sql`update canonical_players set version = version + 1, updated_at = now() where user_id = ${userId}`,
    sql`
      update users set display_name = ${NEUTRAL_NAME}, issuer = '', subject = id::text, erased_at = now(),
        version = version + 1, updated_at = now()
      where id = ${userId}`,
    sql`delete from idempotency_keys where caller = ${key} and status is not null`,
    takeFromAnswers(caller),
    sql`
      insert into erased_subjects (key) values (${key}) on conflict (key) do update set erased_at = clock_timestamp()`,
  ]
}
