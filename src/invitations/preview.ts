/** What the secret of an invitation shows, and whether it is still good. */
import { type Sql, sql } from '../db/sql.ts'
import { EMBEDDED_ISSUER } from '../http/access-token.ts'
import type { Shown } from '../http/operation/operation.ts'
import { SCOPE_PREFIX, ROLES, scopesOfRole } from '../identity/roles.ts'
import { newestMatches } from '../resources/ghost-players/newest-matches.ts'
import { communityRef, ghostPlayerRef, userRef } from '../resources/ref-json.ts'
import { isOpenInvitation } from '../resources/visibility/invitations.ts'
import { hashOf } from './store.ts'

/** The roles whose people may invite. */
const INVITERS = ROLES.filter((role) => scopesOfRole[role].includes(`${SCOPE_PREFIX}invitation-create`))

/** On `invitations i`. An inviter at an outside issuer has no account here that could be disabled. */
export const isGood = sql`(${isOpenInvitation} and exists (
  select from users u where u.id = i.inviter_id and u.erased_at is null and (
    u.issuer <> ${EMBEDDED_ISSUER} or exists (
      select from accounts a
      where a.id = case when u.issuer = ${EMBEDDED_ISSUER} then u.subject::uuid end
        and a.disabled_at is null and a.roles && ${INVITERS}::text[]))))`

/** Returns a row if the invitation is good. */
export const lookUp = (secret: string): Sql<{ body: string }> => sql<{ body: string }>`
  select json_object(
    'kind': i.kind,
    'inviter': ${userRef(sql`i.inviter_id`)},
    'ghostPlayer': ${ghostPlayerRef(sql`i.ghost_player_id`)},
    'community': ${communityRef(sql`i.community_id`)},
    'expiresAt': rfc3339(i.expires_at),
    'matches': case when i.kind = 'GHOST_PLAYER' then played.matches end,
    'firstPlayedAt': rfc3339(played.first),
    'lastPlayedAt': rfc3339(played.last),
    'newest': case when i.kind = 'GHOST_PLAYER' then ${newestMatches(sql`i.ghost_player_id`)} end
    absent on null)::text as body
  from invitations i cross join lateral (
    select count(*) as matches, min(mp.match_played_at) as first, max(mp.match_played_at) as last
    from participants mp
    where mp.ghost_player_id = i.ghost_player_id and mp.match_final and mp.match_deleted_at is null) played
  where i.hash = ${hashOf(secret)} and ${isGood}`

/** Ends an invitation to a ghost player, because somebody has said that they are somebody else. Returns a row if it was good. */
export const declineWhere = (which: Sql, isOpen: Sql): Sql<Shown> => sql<Shown>`
  update invitations i set ended_at = now(), declined_at = now(), unread_since = now(), version = version + 1, updated_at = now()
  where ${which} and i.kind = 'GHOST_PLAYER' and ${isOpen} returning i.id, json_object('kind': i.kind)::text as body`

export const decline = (secret: string) => declineWhere(sql`i.hash = ${hashOf(secret)}`, isGood)
