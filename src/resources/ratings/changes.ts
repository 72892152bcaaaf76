/**
 * The statements that mark ratings as due. Each is sent in the transaction of the change, and inserts a row that no other change
 * waits for. `upkeep.ts` brings the ratings up to date.
 */
import { type Sql, sql } from '../../db/sql.ts'

/**
 * Marks matches whose result changed, if they are final. `which` is a condition on `matches m`. Send it before and after a change
 * of the time of a match.
 */
export const matchesChanged = (which: Sql): Sql =>
  changed(sql`(select * from matches m where ${which} and m.finalized_at is not null)`)

/** Joins the mark with `update`, which makes matches final and returns `matches m`, to one statement. */
export const withMatchesMadeFinal = (update: Sql): Sql =>
  sql`with final as (${update}) ${changed(sql`final`)}`

const changed = (matches: Sql): Sql => sql`
  insert into rating_changes (game_id, community_id, played_at, match_id)
  select m.game_id, pool.community_id, m.played_at, m.id
  from ${matches} m cross join lateral (
    select m.community_id where m.community_id is not null
    union all
    select null where ${isWhollyPublic(sql`m.recorder_id`)}) pool (community_id)`

/** Marks the matches of a recorder that became public, or stopped being public. */
export const recorderChanged = (userId: string): Sql => sql`
  insert into rating_changes (recorder_id, due_at)
  select ${userId}::uuid, now() + wait from unnest(array[interval '0', ${AGAIN}::interval]) wait`

/** A match that becomes final at the same time can still see the old setting; its transaction takes less time than this. */
const AGAIN = '30 seconds'

/** Marks the matches of ghost players whose claim began or ended. `which` selects their ids. */
export const ghostPlayersChanged = (which: Sql): Sql => sql`
  insert into rating_changes (ghost_player_id) select id from (${which}) changed (id)`

/**
 * Marks the matches of a user whose profile opened to everybody or closed, because the public pools show only known people as
 * one.
 */
export const profileChanged = (userId: string): Sql => sql`
  insert into rating_changes (canonical_player_id) select id from canonical_players where user_id = ${userId}`

/** Joins the mark with `change`, which makes or ends memberships and returns their rows, to one statement. */
export const withMembershipsChanged = (change: Sql): Sql => sql`
  with changed as (${change})
  insert into rating_changes (canonical_player_id, community_id) select canonical_player_id, community_id from changed`

/** For a recorder's id: everybody sees their matches with results. */
export const isWhollyPublic = (userId: Sql): Sql => sql`(
  select count(*) = 2 from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type in ('MATCH_HISTORY', 'MATCH_DETAILS') and ps.level = 'PUBLIC')`
