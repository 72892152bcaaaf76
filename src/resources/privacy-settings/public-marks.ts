/** Marks the rows that a privacy setting of level PUBLIC opens to everybody, so that an index holds them in order. */
import { type Sql, sql } from '../../db/sql.ts'
import type { DataType } from '../visibility/relations.ts'

/** The mark of a new row: true if the user's setting is PUBLIC. The lock prevents a change of the setting meanwhile. */
export const isPublic = (userId: Sql, dataType: DataType): Sql => sql`(
  select ps.level = 'PUBLIC' from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = ${dataType} for share)`

/**
 * Send this with a setting that becomes PUBLIC (`opens`) or stops being PUBLIC. The change is in effect from the commit on,
 * because `visibility/open.ts` reads `markings` too. The first batch is marked at once; `marking.ts` marks the others.
 */
export function markPublic(userId: string, dataType: DataType, opens: boolean): Sql[] {
  switch (dataType) {
    case 'MATCH_HISTORY':
      return [
        sql`
          insert into markings (user_id, opens) values (${userId}, ${opens})
          on conflict (user_id) do update set opens = excluded.opens, before_match = default,
            before_ghost_player = default, updated_at = excluded.updated_at`,
        ...markBatch(userId),
      ]
    case 'PROFILE':
      return [
        sql`update users set is_public = ${opens} where id = ${userId} and is_public <> ${opens}`,
        sql`update canonical_players set is_public = ${opens} where user_id = ${userId} and is_public <> ${opens}`,
      ]
    case 'MATCH_DETAILS':
      return [] // no marks: conditions read this setting of the recorder of a match
  }
}

/** The most matches and ghost players of a batch. It locks them for at most 0.1 s. */
export const BATCH = 500

/**
 * Marks the next rows of a user in `markings`, the newest first, because lists begin with them. It locks the rows of a batch in
 * the order of their ids, like all other changes that lock several: a match locks its ghost players so, and an erasure its
 * matches.
 */
export const markBatch = (userId: string): Sql[] => [
  sql`
    with due as (select * from markings where user_id = ${userId}),
    batch as materialized (
      select m.id from matches m
      where m.recorder_id = ${userId} and m.id < (select before_match from due) and m.deleted_at is null
      order by m.id desc limit ${BATCH}
    ),
    locked as (
      select m.id from matches m, due
      where m.id in (select id from batch) and m.finalized_at is not null and m.is_public <> due.opens
      order by m.id for no key update of m
    ),
    marked as (update matches m set is_public = due.opens from locked, due where m.id = locked.id)
    update markings set before_match = ${lastOfBatch}, updated_at = clock_timestamp() where user_id = ${userId}`,
  sql`
    with due as (select * from markings where user_id = ${userId}),
    batch as materialized (
      select gp.id from ghost_players gp
      where gp.owner_id = ${userId} and gp.id < (select before_ghost_player from due) order by gp.id desc limit ${BATCH}
    ),
    locked as (
      select gp.id from ghost_players gp, due
      where gp.id in (select id from batch) and gp.is_public <> due.opens order by gp.id for no key update of gp
    ),
    marked as (update ghost_players gp set is_public = due.opens from locked, due where gp.id = locked.id)
    update markings set before_ghost_player = ${lastOfBatch} where user_id = ${userId}`,
  sql`delete from markings where user_id = ${userId} and before_match = ${NIL} and before_ghost_player = ${NIL}`,
]

/** The lowest id. */
const NIL = '00000000-0000-0000-0000-000000000000'

const lastOfBatch = sql`(
  select case when count(*) < ${BATCH} then ${NIL} else (array_agg(id order by id))[1] end from batch)`
