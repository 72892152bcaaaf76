/** Marks the rows that a PUBLIC setting shows to everybody. An index has the marked rows in order. */
import { type Sql, sql } from '../../db/sql.ts'
import { detailsArePublic, editsOpened } from '../visibility/match-edits.ts'
import type { DataType } from '../visibility/relations.ts'

/** Is a new row marked as public? Reading this locks the privacy setting until the commit. */
export const isPublic = (userId: Sql, dataType: DataType): Sql => sql`(
  select ps.level = 'PUBLIC' from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = ${dataType} for share)`

/**
 * Must run when a setting becomes PUBLIC (`opens`) or stops being PUBLIC. It marks the first batch of rows; `marking.ts` marks
 * the rest.
 */
export function markPublic(userId: string, dataType: DataType, opens: boolean): Sql[] {
  switch (dataType) {
    case 'MATCH_HISTORY':
      return [
        lockMarking(userId),
        sql`
          update markings set opens = ${opens}, before_match = default, before_ghost_player = default
          where user_id = ${userId}`,
        ...markBatch(userId),
      ]
    case 'PROFILE':
      return [
        sql`update users set is_public = ${opens} where id = ${userId} and is_public <> ${opens}`,
        sql`update canonical_players set is_public = ${opens} where user_id = ${userId} and is_public <> ${opens}`,
      ]
    case 'MATCH_DETAILS':
      // Only edits have a mark for this. While nobody else sees the matches, nothing is to be marked.
      return [
        lockMarking(userId),
        sql`
          update markings set opens = true, before_match = default
          where user_id = ${userId} and exists (
            select from privacy_settings ps
            where ps.user_id = ${userId} and ps.data_type = 'MATCH_HISTORY' and ps.level = 'PUBLIC')`,
        ...markBatch(userId),
      ]
  }
}

/**
 * Two settings of one user that change at the same time wait here, so that the second one sees the first one. The row that this
 * makes has nothing to mark.
 */
const lockMarking = (userId: string): Sql => sql`
  insert into markings (user_id, opens, before_match, before_ghost_player) values (${userId}, false, ${NIL}, ${NIL})
  on conflict (user_id) do update set updated_at = excluded.updated_at`

/** The number of rows in a batch. The rows of a batch are locked for at most 0.1 s. */
export const BATCH = 500

/**
 * Marks the newest rows first, because lists begin with them. Rows are locked in the order of their ids, as in every change of
 * several rows.
 */
export const markBatch = (userId: string): Sql[] => [
  // The lock is a separate statement, so that the next statement sees every edit proposed before the lock.
  sql`
    with ${batchOfMatches(userId)}
    select from matches m where m.id in (select id from batch) and m.finalized_at is not null
    order by m.id for no key update`,
  sql`
    with ${batchOfMatches(userId)},
    final as (select m.id, m.is_public from matches m where m.id in (select id from batch) and m.finalized_at is not null),
    opened as (${edits.opened}),
    closed as (${edits.closed}),
    marked as (
      update matches m set is_public = due.opens from due, final where m.id = final.id and final.is_public <> due.opens)
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

const batchOfMatches = (userId: string): Sql => sql`
  due as (
    select k.*, k.opens and ${detailsArePublic(sql`k.user_id`)} as opens_details from markings k where k.user_id = ${userId}),
  batch as materialized (
    select m.id from matches m
    where m.recorder_id = ${userId} and m.id < (select before_match from due) and m.deleted_at is null
    order by m.id desc limit ${BATCH}
  )`

const edits = editsOpened(sql`select id from final`, sql`(select due.opens_details from due)`)

const NIL = '00000000-0000-0000-0000-000000000000'

const lastOfBatch = sql`(
  select case when count(*) < ${BATCH} then ${NIL} else (array_agg(id order by id))[1] end from batch)`
