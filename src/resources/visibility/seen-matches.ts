/**
 * Row paths to the final matches of a ghost player or a person that the caller sees.
 *
 * The owner of a ghost player records all its matches. So the owner, not each match, decides whether the caller sees all of them.
 * If the caller sees only some, an index finds these first: a ghost player can be in thousands of matches, and the policy reads
 * ten pages for each. `test/worlds` compares this with the policy of matches.
 */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { seesDraftsOf } from './matches.ts'
import { finalMatchesOf } from './played-matches.ts'
import { communitiesOf, letsIn } from './relations.ts'

/** For `matches m`. `seats` selects ghost players: `ghost_player_id` and `owner_id`. */
export function seenFinalMatchesOf(caller: UserCaller, seats: Sql): RowPath[] {
  const matchesOf = (which: Sql) =>
    finalMatchesOf(sql`select seat.ghost_player_id from (${seats}) seat where ${which}`)
  const inPart = matchesOf(sql`not ${seesAllOf(caller)}`)
  return [
    matchesOf(seesAllOf(caller)),
    { ...inPart, where: allOf([inPart.where, seesInPart(caller, seats)]) },
  ]
}

/** For a `seat`: the caller sees all final matches of this ghost player. */
const seesAllOf = (caller: UserCaller): Sql =>
  anyOf([
    seesDraftsOf(caller, sql`seat.owner_id`),
    letsIn(caller, sql`seat.owner_id`, 'MATCH_HISTORY'),
    sql`exists (
      select from claim_edges ce
      where ce.ghost_player_id = seat.ghost_player_id and ce.canonical_player_id = ${caller.canonicalPlayerId}
        and ce.revoked_at is null)`,
  ])

/**
 * For a row of a final match of `participants mp`, at one of the seats: the match is in a community of the caller, or the caller
 * plays in it. Arrays and `is true` stop the planner from joining, which would read the ghost player or the communities of each
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
