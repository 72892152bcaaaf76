/**
 * Stores who sees which match edits: one row of `seen_match_edits` for each pair of an edit and a circle.
 *
 *
 *
 * The circles of an edit are the recorder and the community of its match, the ghost players in the match, and everybody if the
 * match and its details are public. Only the last one can change, because a final match keeps its recorder, community and
 * participants.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { usersMarked, usersOpening } from './open.ts'
import { circlesOfPart, communitiesOf, letsInToAll, usersLettingIn } from './relations.ts'

export const matchEditPaths = (caller: UserCaller): RowPath[] => [
  {
    ...OF_CIRCLES,
    range: { column: sql`se.circle_id`, values: circlesOfEdits(caller) },
    where: sql`true`,
    mayRepeat: true,
  },
  {
    ...OF_CIRCLES,
    where: sql`se.circle_id = ${everybody} and se.recorder_id not in (${usersMarked})`,
    countedElsewhere: sql`se.edit_id in (
      select own.edit_id from seen_match_edits own where own.circle_id = any (array(${circlesOfEdits(caller)})))`,
  },
]

const OF_CIRCLES: Pick<RowPath, 'from' | 'indexOnly' | 'copies' | 'keys'> = {
  from: sql`seen_match_edits se join match_edits me on me.id = se.edit_id join matches m on m.id = me.match_id`,
  indexOnly: sql`seen_match_edits se`,
  copies: { id: sql`se.edit_id`, createdAt: sql`se.created_at`, recorderId: sql`se.recorder_id` },
  keys: { decidedAt: sql`se.decided_at` },
}

/**
 * The transaction must already have locked the match. If its recorder's setting changes at the same time, the batch that marks the
 * match waits for this lock, and then finds the edit.
 */
export const editProposed = (editId: string): Sql => sql`
  insert into seen_match_edits (circle_id, edit_id, recorder_id, created_at)
  select circle.id, me.id, m.recorder_id, me.created_at
  from match_edits me join matches m on m.id = me.match_id, lateral (
    select m.recorder_id
    union all
    select m.community_id where m.community_id is not null
    union all
    select mp.ghost_player_id from participants mp where mp.match_id = m.id
    union all
    select ${everybody} where m.is_public and ${detailsArePublic(sql`m.recorder_id`)}) circle (id)
  where me.id = ${editId}`

/** This must run after the decision was written. */
export const editDecided = (editId: string): Sql => sql`
  update seen_match_edits se set decided_at = me.decided_at
  from match_edits me where me.id = ${editId} and se.edit_id = me.id`

export const editWithdrawn = (editId: string): Sql =>
  sql`delete from seen_match_edits where edit_id = ${editId}`

/**
 * `matches` selects the ids of matches of one recorder, which must be locked. `opens` is true if everybody sees their details from
 * now on.
 */
export const editsOpened = (matches: Sql, opens: Sql): Record<'opened' | 'closed', Sql> => ({
  opened: sql`
    insert into seen_match_edits (circle_id, edit_id, recorder_id, created_at, decided_at)
    select ${everybody}, me.id, m.recorder_id, me.created_at, coalesce(me.decided_at, 'infinity')
    from match_edits me join matches m on m.id = me.match_id
    where me.match_id in (${matches}) and ${opens}
    on conflict do nothing`,
  closed: sql`
    delete from seen_match_edits se using match_edits me
    where se.circle_id = ${everybody} and se.edit_id = me.id and me.match_id in (${matches}) and not ${opens}`,
})

export const detailsArePublic = (userId: Sql): Sql => sql`exists (
  select from privacy_settings ps where ps.user_id = ${userId} and ps.data_type = 'MATCH_DETAILS' and ps.level = 'PUBLIC')`

export const EVERYBODY = '00000000-0000-0000-0000-000000000000'
const everybody = sql`${EVERYBODY}::uuid`

/**
 * If somebody's setting lets the caller see their matches, the caller also needs their setting for details. `usersMarked` are found
 * here, because their rows of everybody do not count.
 */
const circlesOfEdits = (caller: UserCaller): Sql => sql`
  ${circlesOfPart(caller)}
  union all
  (${communitiesOf(caller)})
  union all
  select opener.user_id from (
    ${usersLettingIn(caller, 'MATCH_HISTORY')} union ${usersLettingIn(caller, 'MATCH_DETAILS')} union ${usersOpening}) opener
  where ${letsInToAll(caller, sql`opener.user_id`, ['MATCH_HISTORY', 'MATCH_DETAILS'])}`
