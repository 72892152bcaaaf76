/**
 * Membership requests in the inbox: requests to join communities that the caller administers, and requests that the caller sent.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { membershipRequestJson } from '../membership-requests/store.ts'
import { administers, communitiesAdministeredBy } from '../visibility/relations.ts'
import { type InboxKind, answeredLately, directionOf, etag, seenIfAnswered } from './kind.ts'
import { FELLOWS, MATCHES } from './schema.ts'

export const membershipRequests: InboxKind = {
  kind: 'MEMBERSHIP_REQUEST',
  paths: (caller) => [
    {
      direction: 'IN',
      from: sql`membership_requests mr`,
      range: { column: sql`mr.community_id`, values: communitiesAdministeredBy(caller) },
      where: sql`mr.status = 'PENDING'`,
      id: sql`mr.id`,
      since: sql`mr.created_at`,
    },
    {
      direction: 'OUT',
      from: sql`membership_requests mr`,
      where: sql`mr.user_id = ${caller.userId} and mr.status = 'PENDING'
        and mr.community_id not in (${communitiesAdministeredBy(caller)})`,
      id: sql`mr.id`,
      since: sql`mr.created_at`,
    },
    {
      direction: 'ANSWERED',
      from: sql`membership_requests mr`,
      where: sql`mr.user_id = ${caller.userId} and mr.status in ('APPROVED', 'REJECTED')
        and mr.decided_by <> mr.user_id and ${answeredLately(sql`mr`)}`,
      id: sql`mr.id`,
      since: sql`mr.decided_at`,
    },
  ],
  ids: sql`select mr.id from membership_requests mr`,
  json: (caller, id) => sql`(
    select json_object(
      'id': mr.id,
      'kind': 'MEMBERSHIP_REQUEST',
      'direction': ${directionOf(sql`mr.status`, sql`caller_decides.it`)},
      'since': rfc3339(coalesce(mr.decided_at, mr.created_at)),
      'seen': ${seenIfAnswered(caller, sql`mr`)},
      'path': '/communities/' || mr.community_id || '/membership-requests/' || mr.id,
      'etag': ${etag(sql`mr.version`)},
      'membershipRequest': ${membershipRequestJson(caller)},
      'matches': case when caller_decides.it then ${matchesTogether(caller)} end,
      'fellows': case when caller_decides.it then ${fellows(caller)} end
      absent on null)
    from membership_requests mr join communities c on c.id = mr.community_id,
      lateral (select mr.status = 'PENDING' and ${administers(caller)} as it offset 0) caller_decides
    where mr.id = ${id})`,
}

/**
 * The seats of other members in final matches that the caller recorded and the requester played. This reveals nothing new: the
 * caller knows who has claimed the caller's own ghost players, and as an admin knows the members.
 */
const together = (caller: UserCaller): Sql => sql`
  select seat.ghost_player_id, newest.match_id, newest.match_played_at
  from (
    select mp.match_id, mp.match_played_at
    from canonical_players cp
    join claim_edges ce on ce.canonical_player_id = cp.id and ce.owner_id = ${caller.userId} and ce.revoked_at is null
    join participants mp on mp.ghost_player_id = ce.ghost_player_id and mp.match_final and mp.match_deleted_at is null
    where cp.user_id = mr.user_id
    order by mp.match_played_at desc, mp.match_id desc limit ${MATCHES}::int) newest
  join participants seat on seat.match_id = newest.match_id
  join claim_edges ce on ce.ghost_player_id = seat.ghost_player_id and ce.revoked_at is null
  join canonical_players cp on cp.id = ce.canonical_player_id and cp.user_id <> all (array[${caller.userId}, mr.user_id]::uuid[])
  where exists (select from memberships ms where ms.community_id = mr.community_id and ms.user_id = cp.user_id)`

const matchesTogether = (caller: UserCaller): Sql => sql`(
  select json_object(
    'number': count(distinct match_id), 'firstPlayedAt': rfc3339(min(match_played_at)),
    'lastPlayedAt': rfc3339(max(match_played_at)) absent on null)
  from (${together(caller)}) met)`

const fellows = (caller: UserCaller): Sql => sql`coalesce((
  select json_agg(json_object(
      'ghostPlayer': json_object('id': fellow.id, 'displayName': fellow.display_name), 'matches': fellow.matches)
    order by fellow.matches desc, fellow.name, fellow.id)
  from (
    select gp.id, gp.display_name, folded(gp.display_name) as name, met.matches
    from (select ghost_player_id, count(*) as matches from (${together(caller)}) met group by ghost_player_id) met
    join ghost_players gp on gp.id = met.ghost_player_id
    order by met.matches desc, 3, gp.id limit ${FELLOWS}::int) fellow), '[]')`
