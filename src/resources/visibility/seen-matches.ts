/**
 * Row paths to the final matches of a ghost player or a person, as far as the caller sees them.
 *
 *
 *
 * The settings of the ghost player's owner decide whether the caller sees all of them. If not, an index finds the few matches
 * that the caller sees: checking each match with the policy would read ten pages for each, and a ghost player can have thousands
 * of matches. `test/worlds` compares this with the policy of matches.
 */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { seesDraftsOf } from './matches.ts'
import { finalMatchesOf } from './played-matches.ts'
import { communitiesOf, letsIn } from './relations.ts'

export function seenFinalMatchesOf(caller: UserCaller, seats: Sql): RowPath[] {
  const matchesOf = (which: Sql) =>
    finalMatchesOf(sql`select seat.ghost_player_id from (${seats}) seat where ${which}`)
  const inPart = matchesOf(sql`not ${seesAllOf(caller)}`)
  return [
    matchesOf(seesAllOf(caller)),
    { ...inPart, where: allOf([inPart.where, seesInPart(caller, seats)]) },
  ]
}

const seesAllOf = (caller: UserCaller): Sql => seesAll(caller, sql`seat.owner_id`, sql`seat.ghost_player_id`)

/** True for a row of `ghost_players` with this alias if the caller sees all its final matches. */
export const seesAllMatchesOf = (caller: UserCaller, ghostPlayer: Sql): Sql =>
  seesAll(caller, sql`${ghostPlayer}.owner_id`, sql`${ghostPlayer}.id`)

const seesAll = (caller: UserCaller, ownerId: Sql, ghostPlayerId: Sql): Sql =>
  anyOf([
    seesDraftsOf(caller, ownerId),
    letsIn(caller, ownerId, 'MATCH_HISTORY'),
    sql`exists (
      select from claim_edges ce
      where ce.ghost_player_id = ${ghostPlayerId} and ce.canonical_player_id = ${caller.canonicalPlayerId}
        and ce.revoked_at is null)`,
  ])

/**
 * The arrays and `is true` stop the planner from making joins, which would read the ghost player or the communities once for each
 * match.
 */
const seesInPart = (caller: UserCaller, seats: Sql): Sql =>
  anyOf([
    sql`mp.match_id in (
      select shared.match_id from participants shared
      where shared.ghost_player_id = any (array(select seat.ghost_player_id from (${seats}) seat))
        and shared.match_final and shared.match_deleted_at is null
        and (shared.match_community_id in (${communitiesOf(caller)})) is true)`,
    sql`mp.match_id in (
      select own.match_id from claim_edges ce join participants own on own.ghost_player_id = ce.ghost_player_id
      where ce.canonical_player_id = ${caller.canonicalPlayerId} and ce.revoked_at is null
        and ce.owner_id = any (array(select seat.owner_id from (${seats}) seat))
        and own.match_final and own.match_deleted_at is null)`,
  ])
