/** Stores the values that an approved edit replaces in its match, and shows them. */
import { type Sql, sql } from '../../db/sql.ts'
import { playsetRef } from '../ref-json.ts'

/** Must run before the edit is applied. The transaction must already have locked the match. */
export const keepReplaced = (editId: string): Sql => sql`
  with edit as (
    insert into edit_replaced (edit_id, playset_id)
    select me.id, case when me.changes_playset then m.playset_id end
    from match_edits me join matches m on m.id = me.match_id where me.id = ${editId}
  ), seats as (
    insert into edit_replaced_seats (edit_id, participant_id, position, score, rank, outcome, attributes)
    select me.id, mp.id, mp.position,
      case when ep.score_set then mp.score end,
      case when ep.rank_set then mp.rank end,
      case when ep.outcome_set then mp.outcome end,
      case when el.edit_id is not null then l.attributes end
    from match_edits me
    join participants mp on mp.match_id = me.match_id
    left join match_edit_participants ep on ep.edit_id = me.id and ep.participant_id = mp.id
    left join match_edit_loadouts el on el.edit_id = me.id and el.participant_id = mp.id
    left join loadouts l on l.participant_id = mp.id
    where me.id = ${editId} and (ep.edit_id is not null or el.edit_id is not null)
  )
  insert into edit_replaced_expansions (edit_id, expansion_id, position)
  select me.id, m.expansion_id, m.position
  from match_edits me join match_expansions m on m.match_id = me.match_id
  where me.id = ${editId} and me.changes_expansions`

const seat = sql`json_object(
  'matchParticipantId': rs.participant_id,
  'score': trim_scale(rs.score),
  'rank': rs.rank,
  'outcome': rs.outcome,
  'attributes': rs.attributes
  absent on null)`

/** A subselect for a row of `match_edits me`: null if the edit replaced nothing, or if it is not known what. */
export const replacedJson: Sql = sql`(
  select json_object(
    'participants': coalesce((
      select json_agg(${seat} order by rs.position) from edit_replaced_seats rs where rs.edit_id = me.id), '[]'),
    'playset': ${playsetRef(sql`er.playset_id`)},
    'expansions': case when me.changes_expansions then coalesce((
      select json_agg(json_object('id': e.id, 'displayName': e.display_name) order by rx.position)
      from edit_replaced_expansions rx join expansions e on e.id = rx.expansion_id where rx.edit_id = me.id), '[]') end
    absent on null)
  from edit_replaced er where er.edit_id = me.id)`
