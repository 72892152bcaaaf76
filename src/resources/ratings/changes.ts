/**
 * What tells the ratings of changes: each statement is sent in the transaction of the change, and adds a row that no other
 * change waits for. `upkeep.ts` brings the ratings up to date.
 */
import { type Sql, sql } from '../../db/sql.ts'

/** On `matches m`: a result of these changed, if they are final. Where the time of a match changes, before and after. */
export const matchesChanged = (which: Sql): Sql =>
  changed(sql`(select * from matches m where ${which} and m.finalized_at is not null)`)

/** `update` makes matches final, and returns `matches m`. It and this are one statement. */
export const withMatchesMadeFinal = (update: Sql): Sql =>
  sql`with final as (${update}) ${changed(sql`final`)}`

const changed = (matches: Sql): Sql => sql`
  insert into rating_changes (game_id, community_id, played_at, match_id)
  select m.game_id, pool.community_id, m.played_at, m.id
  from ${matches} m cross join lateral (
    select m.community_id where m.community_id is not null
    union all
    select null where ${isWhollyPublic(sql`m.recorder_id`)}) pool (community_id)`

/** A recorder's matches have become public, or are so no longer. */
export const recorderChanged = (userId: string): Sql => sql`
  insert into rating_changes (recorder_id, due_at)
  select ${userId}::uuid, now() + wait from unnest(array[interval '0', ${AGAIN}::interval]) wait`

/** A match that becomes final meanwhile still sees the setting of before, and none of its transactions takes so long. */
const AGAIN = '30 seconds'

/** `which` selects the ids of ghost players who were claimed, or are so no longer. */
export const ghostPlayersChanged = (which: Sql): Sql => sql`
  insert into rating_changes (ghost_player_id) select id from (${which}) changed (id)`

/** A user's profile has opened to everybody, or has closed: whether the public pools know who they are. */
export const profileChanged = (userId: string): Sql => sql`
  insert into rating_changes (canonical_player_id) select id from canonical_players where user_id = ${userId}`

/** `change` makes or ends memberships, and returns their rows. It and this are one statement. */
export const withMembershipsChanged = (change: Sql): Sql => sql`
  with changed as (${change})
  insert into rating_changes (canonical_player_id, community_id) select canonical_player_id, community_id from changed`

/** On a recorder's id: everybody sees their matches with results. */
export const isWhollyPublic = (userId: Sql): Sql => sql`(
  select count(*) = 2 from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type in ('MATCH_HISTORY', 'MATCH_DETAILS') and ps.level = 'PUBLIC')`
