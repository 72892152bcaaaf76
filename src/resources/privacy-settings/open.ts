/** What a setting of level PUBLIC opens to everybody is marked on each row, so that an index has all of it in order. */
import { type Sql, sql } from '../../db/sql.ts'
import type { DataType } from '../visibility/relations.ts'
import type { Level } from './schema.ts'

/** For a row that is made: whether the user's setting opens it. The setting is held, so that it doesn't change meanwhile. */
export const isOpen = (userId: Sql, dataType: DataType): Sql => sql`(
  select ps.level = 'PUBLIC' from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = ${dataType} for share)`

/** The rows there are, once the setting has its new level. */
export const marks = (userId: string, dataType: DataType, level: Level): Sql[] => {
  const open = level === 'PUBLIC'
  switch (dataType) {
    case 'MATCH_HISTORY':
      return [
        sql`
          update matches set is_public = ${open}
          where recorder_id = ${userId} and finalized_at is not null and is_public <> ${open}`,
        sql`update ghost_players set is_public = ${open} where owner_id = ${userId} and is_public <> ${open}`,
      ]
    case 'PROFILE':
      return [sql`update users set is_public = ${open} where id = ${userId} and is_public <> ${open}`]
    case 'MATCH_DETAILS':
      return [] // asked for with the recorder at hand
  }
}
