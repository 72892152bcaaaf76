/**
 * How somebody is forgotten. Their row stays under a name that is nobody's, as the matches of others refer to it;
 * what only they had a part in goes, and what they shared goes on without them.
 */
import type { Queryable } from '../../db/database.ts'
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
import { DATA_TYPES } from '../visibility/relations.ts'
import { NEUTRAL_NAME } from './store.ts'

/** To erase it: nothing that holds the user is under way. */
export const lock = (id: string) => sql<{ id: string; version: number }>`
  select id, version from users where id = ${id} for update`

export async function erase(db: Queryable, caller: UserCaller): Promise<void> {
  const changes = [...share(caller), ...withdraw(caller), ...close(caller.userId), ...forget(caller)]
  await Promise.all(changes.map((change) => db.many(change)))
}

/** Communities pass on to their longest-standing admin, else member; those without others end, as the groups do. */
const share = ({ userId }: UserCaller): Sql[] => [
  sql`select from communities where owner_id = ${userId} and deleted_at is null for update`,
  sql`
    update communities c set owner_id = heir.user_id, version = version + 1, updated_at = now()
    from (
      select distinct on (ms.community_id) ms.community_id, ms.user_id
      from memberships ms
      join communities own on own.id = ms.community_id and own.owner_id = ${userId} and own.deleted_at is null
      left join group_members gm on gm.group_id = own.admin_group_id and gm.user_id = ms.user_id
      where ms.user_id <> ${userId}
      order by ms.community_id, gm.user_id is null, ms.created_at, ms.user_id
    ) heir
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
const forget = ({ key, userId }: UserCaller): Sql[] => [
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
  sql`
    insert into erased_subjects (key) values (${key}) on conflict (key) do update set erased_at = clock_timestamp()`,
]
