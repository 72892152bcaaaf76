/**
 * Which results of a person the caller sees: the results of final matches whose details the caller sees.
 *
 * The owner of a ghost player records all its matches. So a caller who sees everything that the owner records sees all results of
 * the ghost player, without a check of each match. For other owners, the community of the match and the caller's own matches
 * decide. `test/worlds` compares this with the policy of matches.
 */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { matchesPlayed, seesDraftsOf } from './matches.ts'
import { communitiesOf, letsIn } from './relations.ts'

/**
 * The ghost players that a canonical player has claimed: `ghost_player_id`, its `owner_id`, and `whole` if the caller sees all
 * their final matches with details.
 */
export const seatsOf = (caller: UserCaller, canonicalPlayerId: string): Sql => sql`
  select ce.ghost_player_id, ce.owner_id,
    ${canonicalPlayerId === caller.canonicalPlayerId ? sql`true` : seesAllRecordedBy(caller, sql`ce.owner_id`)} as whole
  from claim_edges ce where ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null`

/** For a row of a final match of `participants mp`: the caller sees this result, though not all results of the ghost player. */
export const seesResultInPart = (caller: UserCaller): Sql =>
  anyOf([
    sql`mp.match_community_id in (${communitiesOf(caller)})`,
    sql`mp.match_id in (${matchesPlayed(caller)})`,
  ])

/**
 * For a row of a final match of `participants mp`, with a ghost player of the canonical player: their first seat in the match.
 * Only it counts, because a recorder can seat a person twice. For people with one ghost player of each owner this looks into a
 * small set.
 */
export const isFirstSeat = (canonicalPlayerId: string): Sql => {
  const claims = sql`claim_edges ce where ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null`
  return sql`(
    mp.ghost_player_id not in (
      select unnest(array_agg(ce.ghost_player_id)) from ${claims} group by ce.owner_id having count(*) > 1)
    or not exists (
      select from participants twin
      where twin.match_id = mp.match_id and twin.position < mp.position
        and twin.ghost_player_id in (select ce.ghost_player_id from ${claims})))`
}

/** For a recorder's id: the caller sees the details of all their final matches. */
export const seesAllRecordedBy = (caller: UserCaller, recorderId: Sql): Sql =>
  anyOf([
    seesDraftsOf(caller, recorderId),
    allOf([letsIn(caller, recorderId, 'MATCH_HISTORY'), letsIn(caller, recorderId, 'MATCH_DETAILS')]),
  ])
