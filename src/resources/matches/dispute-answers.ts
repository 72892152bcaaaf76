/** What became of a dispute that an edit has settled. The disputer reads it in their inbox. */
import type { Purge } from '../../db/purging.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { newIdBeside } from '../../db/uuid.ts'
import { ANSWER_DAYS } from '../inbox/schema.ts'

/** A condition on `match_edit_participants ep`: the edit changes the result, and so ends a dispute about it. */
export const changesResult = sql`(ep.score_set or ep.rank_set or ep.outcome_set)`

/**
 * Keeps the disputes that the edit settles. It must run before the edit is applied, which removes them. Who corrects their own
 * result gets no answer here: their edit has one of its own.
 */
export const keepDisputes = (editId: string): Sql => sql`
  insert into dispute_answers (id, participant_id, edit_id, disputer_id, reason)
  select ${newIdBeside(sql`mp.id`)}, mp.id, me.id, mp.disputed_by, mp.dispute_reason
  from match_edits me join participants mp on mp.match_id = me.match_id
  where me.id = ${editId} and mp.disputed_by <> me.proposed_by and (
    exists (
      select from match_edit_participants ep
      where ep.edit_id = me.id and ep.participant_id = mp.id and ${changesResult})
    or exists (select from match_edit_loadouts el where el.edit_id = me.id and el.participant_id = mp.id))`

export const forgetDisputeAnswers = (userId: string): Sql => sql`
  delete from dispute_answers where disputer_id = ${userId}`

/** Deletes the answers that the inbox no longer shows. */
export const oldDisputeAnswers: Purge = (most) => sql`
  delete from dispute_answers where id in (
    select id from dispute_answers where settled_at < now() - make_interval(days => ${ANSWER_DAYS}::int)
    order by settled_at limit ${most} for update skip locked)
  returning 1`
