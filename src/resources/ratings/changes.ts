/** Statements that mark ratings for computing again. They only insert rows, so no change waits for another. */
import { type Sql, sql } from '../../db/sql.ts'

/** If the time of a match changes, this must run before and after the change. */
export const matchesChanged = (which: Sql): Sql =>
  changed(sql`(select * from matches m where ${which} and m.finalized_at is not null)`)

export const withMatchesMadeFinal = (update: Sql): Sql =>
  sql`with final as (${update}) ${changed(sql`final`)}`

const changed = (matches: Sql): Sql => sql`
  insert into rating_changes (game_id, community_id, played_at, match_id)
  select m.game_id, pool.community_id, m.played_at, m.id
  from ${matches} m cross join lateral (
    select m.community_id where m.community_id is not null
    union all
    select null where ${isWhollyPublic(sql`m.recorder_id`)}) pool (community_id)`

export const recorderChanged = (userId: string): Sql => sql`
  insert into rating_changes (recorder_id, due_at)
  select ${userId}::uuid, now() + wait from unnest(array[interval '0', ${AGAIN}::interval]) wait`

/** The ratings are computed again after this time, because a match that was finalized meanwhile may have used the old setting. */
const AGAIN = '30 seconds'

export const ghostPlayersChanged = (which: Sql): Sql => sql`
  insert into rating_changes (ghost_player_id) select id from (${which}) changed (id)`

/**
 * Marks the ratings that depend on this user's PROFILE setting: public pools combine the ghost players of a person only if
 * everybody sees the person.
 */
export const profileChanged = (userId: string): Sql => sql`
  insert into rating_changes (canonical_player_id) select id from canonical_players where user_id = ${userId}`

export const withMembershipsChanged = (change: Sql): Sql => sql`
  with changed as (${change})
  insert into rating_changes (canonical_player_id, community_id) select canonical_player_id, community_id from changed`

export const isWhollyPublic = (userId: Sql): Sql => sql`(
  select count(*) = 2 from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type in ('MATCH_HISTORY', 'MATCH_DETAILS') and ps.level = 'PUBLIC')`
