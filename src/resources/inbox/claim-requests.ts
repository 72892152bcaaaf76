/** Claim requests in the inbox: requests for ghost players of the caller, and requests that the caller sent. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { claimRequestJson } from '../claim-requests/store.ts'
import { userRef } from '../ref-json.ts'
import { ghostPlayerPolicy } from '../visibility/ghost-players.ts'
import { matchesPlayed } from '../visibility/matches.ts'
import { communitiesOf } from '../visibility/relations.ts'
import { seesAllMatchesOf } from '../visibility/seen-matches.ts'
import { type InboxKind, answeredLately, directionOf, etag, seenIfAnswered } from './kind.ts'
import { MATCHES } from './schema.ts'

export const claimRequests: InboxKind = {
  kind: 'CLAIM_REQUEST',
  paths: ({ userId, canonicalPlayerId }) => [
    {
      direction: 'IN',
      from: sql`claim_requests cr`,
      where: sql`cr.owner_id = ${userId} and cr.status = 'PENDING'`,
      id: sql`cr.id`,
      since: sql`cr.created_at`,
    },
    {
      direction: 'OUT',
      from: sql`claim_requests cr`,
      where: sql`cr.canonical_player_id = ${canonicalPlayerId} and cr.status = 'PENDING'`,
      id: sql`cr.id`,
      since: sql`cr.created_at`,
    },
    {
      // The claim of an accepted invitation is approved when it is made.
      direction: 'ANSWERED',
      from: sql`claim_requests cr`,
      where: sql`cr.canonical_player_id = ${canonicalPlayerId} and cr.status in ('APPROVED', 'REJECTED')
        and cr.decided_at > cr.created_at and ${answeredLately(sql`cr`)}`,
      id: sql`cr.id`,
      since: sql`cr.decided_at`,
    },
  ],
  ids: sql`select cr.id from claim_requests cr`,
  json: (caller, id) => sql`(
    select json_object(
      'id': cr.id,
      'kind': 'CLAIM_REQUEST',
      'direction': ${directionOf(sql`cr.status`, sql`cr.owner_id = ${caller.userId}`)},
      'since': rfc3339(coalesce(cr.decided_at, cr.created_at)),
      'seen': ${seenIfAnswered(caller, sql`cr`)},
      'path': '/claim-requests/' || cr.id,
      'etag': ${etag(sql`cr.version`)},
      'claimRequest': ${claimRequestJson(caller)},
      'owner': case when ${ghostPlayerPolicy.sees(caller)} then ${userRef(sql`gp.owner_id`)} end,
      'matches': ${matchesSeen(caller)}
      absent on null)
    from claim_requests cr join ghost_players gp on gp.id = cr.ghost_player_id
    where cr.id = ${id})`,
}

/** The caller owns the ghost player, so the caller recorded all its matches and sees them all. */
const matchesSeen = (caller: UserCaller): Sql => sql`(
  select json_object(
    'number': count(*), 'firstPlayedAt': rfc3339(min(mp.match_played_at)), 'lastPlayedAt': rfc3339(max(mp.match_played_at))
    absent on null)
  from (select ${seesAllMatchesOf(caller, sql`gp`)} as all_matches offset 0) caller_sees, lateral (
    select newest.match_id, newest.match_played_at, newest.match_community_id from participants newest
    where newest.ghost_player_id = gp.id and newest.match_final and newest.match_deleted_at is null
    order by newest.match_played_at desc, newest.match_id desc limit ${MATCHES}::int) mp
  where caller_sees.all_matches
    or (mp.match_community_id in (${communitiesOf(caller)})) is true
    or mp.match_id in (${matchesPlayed(caller)}))`
