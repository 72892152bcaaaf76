/** What a setting of level PUBLIC opens to everybody is marked on each row, so that an index has all of it in order. */
import { type Sql, sql } from '../../db/sql.ts'
import type { DataType } from '../visibility/relations.ts'
import type { Level } from './schema.ts'

/** For a row that is made: whether the user's setting opens it. The setting is held, so that it doesn't change meanwhile. */
export const isPublic = (userId: Sql, dataType: DataType): Sql => sql`(
  select ps.level = 'PUBLIC' from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = ${dataType} for share)`

/**
 * The rows there are, once the setting has its new level. They are locked in the order of their ids, as whoever else locks
 * several does: a match its ghost players, an erasure the matches that it leaves.
 */
export const markPublic = (userId: string, dataType: DataType, level: Level): Sql[] => {
  const open = level === 'PUBLIC'
  const mark = (table: Sql, which: Sql) => sql`
    update ${table} marked set is_public = ${open}
    from (select id from ${table} where ${which} and is_public <> ${open} order by id for no key update) held
    where marked.id = held.id`
  switch (dataType) {
    case 'MATCH_HISTORY':
      return [
        mark(sql`matches`, sql`recorder_id = ${userId} and finalized_at is not null`),
        mark(sql`ghost_players`, sql`owner_id = ${userId}`),
      ]
    case 'PROFILE':
      return [sql`update users set is_public = ${open} where id = ${userId} and is_public <> ${open}`]
    case 'MATCH_DETAILS':
      return [] // asked for with the recorder at hand
  }
}
