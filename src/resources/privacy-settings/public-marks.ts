/** Marks the rows that a privacy setting of level PUBLIC opens to everybody, so that an index holds them in order. */
import { type Sql, sql } from '../../db/sql.ts'
import type { DataType } from '../visibility/relations.ts'
import type { Level } from './schema.ts'

/** For a new row: the user's setting is PUBLIC. The lock keeps the setting from changing meanwhile. */
export const isPublic = (userId: Sql, dataType: DataType): Sql => sql`(
  select ps.level = 'PUBLIC' from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = ${dataType} for share)`

/**
 * Marks the existing rows after the setting got its new level. It locks them in the order of their ids, as everybody does who
 * locks several: a match its ghost players, an erasure the matches that it leaves.
 */
export const markPublic = (userId: string, dataType: DataType, level: Level): Sql[] => {
  const open = level === 'PUBLIC'
  const mark = (table: Sql, which: Sql) => sql`
    update ${table} marked set is_public = ${open}
    from (select id from ${table} where ${which} and is_public <> ${open} order by id for no key update) locked
    where marked.id = locked.id`
  switch (dataType) {
    case 'MATCH_HISTORY':
      return [
        mark(sql`matches`, sql`recorder_id = ${userId} and finalized_at is not null`),
        mark(sql`ghost_players`, sql`owner_id = ${userId}`),
      ]
    case 'PROFILE':
      return [
        sql`update users set is_public = ${open} where id = ${userId} and is_public <> ${open}`,
        sql`update canonical_players set is_public = ${open} where user_id = ${userId} and is_public <> ${open}`,
      ]
    case 'MATCH_DETAILS':
      return [] // conditions read this setting itself, from the recorder of a match
  }
}
