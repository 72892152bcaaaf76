/** What the secret of an invitation shows, and whether it is still good. */
import { type Sql, sql } from '../db/sql.ts'
import { EMBEDDED_ISSUER } from '../http/access-token.ts'
import { SCOPE_PREFIX, ROLES, scopesOfRole } from '../identity/roles.ts'
import { communityRef, gameRef, ghostPlayerRef, userRef } from '../resources/ref-json.ts'
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
    'newest': case when i.kind = 'GHOST_PLAYER' then ${newestMatches} end
    absent on null)::text as body
  from invitations i cross join lateral (
    select count(*) as matches, min(mp.match_played_at) as first, max(mp.match_played_at) as last
    from participants mp
    where mp.ghost_player_id = i.ghost_player_id and mp.match_final and mp.match_deleted_at is null) played
  where i.hash = ${hashOf(secret)} and ${isGood}`

/** Ends an invitation to a ghost player. Returns a row if it was good. */
export const decline = (secret: string): Sql<{ id: string }> => sql<{ id: string }>`
  update invitations i set ended_at = now(), declined_at = now(), unread_since = now(), version = version + 1, updated_at = now()
  where i.hash = ${hashOf(secret)} and i.kind = 'GHOST_PLAYER' and ${isGood} returning i.id`

const OTHERS = 10

const newestMatches = sql`(
  select coalesce(json_arrayagg(json_object(
    'game': ${gameRef(sql`mp.match_game_id`)},
    'playedAt': rfc3339(mp.match_played_at),
    'kind': mp.kind,
    'place': mp.place,
    'of': mp.place_of,
    'tied': mp.tied,
    'won': mp.won,
    'others': (
      select coalesce(json_arrayagg(${ghostPlayerRef(sql`other.ghost_player_id`)} order by other.position), '[]'::json)
      from (
        select o.ghost_player_id, o.position from participants o where o.match_id = mp.match_id and o.id <> mp.id
        order by o.position limit ${OTHERS}) other)
    absent on null) order by mp.match_played_at desc, mp.match_id desc), '[]'::json)
  from (
    select * from participants newest
    where newest.ghost_player_id = i.ghost_player_id and newest.match_final and newest.match_deleted_at is null
    order by newest.match_played_at desc, newest.match_id desc limit 3) mp)`
