/** The two row paths to the matches of given ghost players: one for final matches, one for drafts. */
import { type Sql, sql } from '../../db/sql.ts'
import type { RowPath } from '../../http/filter/collection.ts'

export const finalMatchesOf = (ghostPlayers: Sql): RowPath => ({
  ...matchesOf(ghostPlayers, sql`mp.match_final`),
  copies: { ...copies, finalizedAt: sql`mp.match_finalized_at` },
})

export const draftsOf = (ghostPlayers: Sql): RowPath => ({
  ...matchesOf(ghostPlayers, sql`not mp.match_final`),
  copies,
  keys: { finalizedAt: sql`'infinity'::timestamptz` },
})

const matchesOf = (ghostPlayers: Sql, state: Sql): RowPath => ({
  range: { column: sql`mp.ghost_player_id`, values: ghostPlayers },
  from: sql`participants mp join matches m on m.id = mp.match_id`,
  indexOnly: sql`participants mp`,
  where: sql`${state} and mp.match_deleted_at is null`,
})

const copies = {
  id: sql`mp.match_id`,
  createdAt: sql`mp.match_created_at`,
  playedAt: sql`mp.match_played_at`,
}
