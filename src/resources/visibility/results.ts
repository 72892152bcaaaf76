/**
 * Which results of a person the caller sees: results of final matches whose details the caller sees.
 *
 *
 *
 * If the caller sees all matches of a ghost player's owner, single matches are not checked. Otherwise the caller sees only
 * matches of the caller's communities and matches that the caller played. `test/worlds` compares this with the policy of matches.
 */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { matchesPlayed, seesDraftsOf } from './matches.ts'
import { type Viewer, communitiesOf, letsIn } from './relations.ts'

export interface Player {
  /** Selects the columns `ghost_player_id` and `owner_id`. */
  ghostPlayers: Sql
  /** True if the player is the caller, who sees all their own results. */
  isCaller: boolean
}

export const canonicalPlayer = (caller: UserCaller, id: string): Player => ({
  ghostPlayers: sql`
    select ce.ghost_player_id, ce.owner_id from claim_edges ce
    where ce.canonical_player_id = ${id} and ce.revoked_at is null`,
  isCaller: id === caller.canonicalPlayerId,
})

/** A ghost player by itself, without the person who may have claimed it. */
export const ghostPlayer = (id: string): Player => ({
  ghostPlayers: sql`select gp.id as ghost_player_id, gp.owner_id from ghost_players gp where gp.id = ${id}`,
  isCaller: false,
})

/** The ghost players of the player. `whole` is true if the caller sees the details of all final matches of the ghost player. */
export const seatsOf = (caller: Viewer, { ghostPlayers, isCaller }: Player): Sql => sql`
  select seat.ghost_player_id, seat.owner_id,
    ${isCaller ? sql`true` : seesAllRecordedBy(caller, sql`seat.owner_id`)} as whole
  from (${ghostPlayers}) seat`

/** True if the caller sees this result of the ghost player. It is needed only if `whole` is false. */
export const seesResultInPart = (caller: Viewer): Sql =>
  anyOf([
    sql`mp.match_community_id in (${communitiesOf(caller)})`,
    sql`mp.match_id in (${matchesPlayed(caller)})`,
  ])

/** A recorder can give one person two seats in a match. Then only the first one counts. */
export const isFirstSeat = ({ ghostPlayers }: Player): Sql => sql`(
    mp.ghost_player_id not in (
      select unnest(array_agg(own.ghost_player_id)) from (${ghostPlayers}) own group by own.owner_id having count(*) > 1)
    or not exists (
      select from participants twin
      where twin.match_id = mp.match_id and twin.position < mp.position
        and twin.ghost_player_id in (select own.ghost_player_id from (${ghostPlayers}) own)))`

export const seesAllRecordedBy = (caller: Viewer, recorderId: Sql): Sql =>
  anyOf([
    seesDraftsOf(caller, recorderId),
    allOf([letsIn(caller, recorderId, 'MATCH_HISTORY'), letsIn(caller, recorderId, 'MATCH_DETAILS')]),
  ])
