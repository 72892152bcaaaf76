/** The JSON of a match edit, made by PostgreSQL. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { playsetRef } from '../ref-json.ts'
import { userShown } from '../visibility/people.ts'
import { replacedJson } from './replaced.ts'

const participantChange = sql`json_object(
  'matchParticipantId': ep.participant_id,
  'score': trim_scale(ep.score),
  'rank': ep.rank,
  'outcome': ep.outcome,
  'scoreSet': ep.score_set,
  'rankSet': ep.rank_set,
  'outcomeSet': ep.outcome_set
  absent on null)`

const loadoutChange = sql`json_object('matchParticipantId': el.participant_id, 'attributes': el.attributes)`

const recorderId = sql`(select edited.recorder_id from matches edited where edited.id = me.match_id)`

/** True while the proposer's name is shown to everybody who sees the edit. */
export const proposerStands = sql`(me.status = 'PENDING' or me.proposed_by = ${recorderId})`

/** True if the decider's name is shown to everybody who sees the edit. */
export const deciderStands = sql`(me.decided_by = ${recorderId})`

export const matchEditJson = (caller: UserCaller): Sql => sql`json_object(
  'id': me.id,
  'matchId': me.match_id,
  'proposedBy': ${userShown(caller, sql`me.proposed_by`, proposerStands)},
  'status': me.status,
  'decidedBy': ${userShown(caller, sql`me.decided_by`, deciderStands)},
  'decidedAt': rfc3339(me.decided_at),
  'participantChanges': coalesce((
    select json_agg(${participantChange} order by ep.position)
    from match_edit_participants ep where ep.edit_id = me.id), '[]'),
  'loadoutChanges': coalesce((
    select json_agg(${loadoutChange} order by el.position)
    from match_edit_loadouts el where el.edit_id = me.id), '[]'),
  'playsetChange': case when me.changes_playset then
    json_object('playset': ${playsetRef(sql`me.playset_id`)} absent on null) end,
  'expansionChange': case when me.changes_expansions then json_object('expansions': coalesce((
    select json_agg(json_object('id': e.id, 'displayName': e.display_name) order by ee.position)
    from match_edit_expansions ee join expansions e on e.id = ee.expansion_id where ee.edit_id = me.id), '[]')) end,
  'replaced': ${replacedJson},
  'createdAt': rfc3339(me.created_at),
  'updatedAt': rfc3339(me.updated_at)
  absent on null)`
