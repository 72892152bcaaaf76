/**
 * Row paths to the final matches of a ghost player or a person, as far as the caller sees them.
 *
 * All matches of a ghost player are recorded by its owner. So the owner, and not each match, says whether the caller sees them
 * all. Where the caller sees only some, those are found first, by index alone: a ghost player may be in thousands of matches, and
 * asking the policy for each takes ten pages. `test/worlds` compares this with the policy of matches.
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

/** On `seat`: the caller sees every final match of this ghost player. */
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
 * On a final `participants mp` of one of the seats: it is in a community of the caller, or in a match that the caller plays in.
 * Arrays and `is true` keep the planner from joining: it would ask for the ghost player, or the communities, of each match.
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
