/** Edits in the inbox: edits that wait for the caller as the recorder of the match, and edits that the caller proposed, with their answers. */
import { sql } from '../../db/sql.ts'
import { matchEditJson } from '../match-edits/json.ts'
import { type InboxKind, answeredLately, directionOf, etag, seenIfAnswered } from './kind.ts'
import { callerSees, matchFields, seenWhole } from './of-match.ts'

export const matchEdits: InboxKind = {
  kind: 'MATCH_EDIT',
  paths: ({ userId }) => [
    {
      direction: 'IN',
      from: sql`seen_match_edits se`,
      where: sql`se.circle_id = ${userId} and se.decided_at = 'infinity'`,
      id: sql`se.edit_id`,
      since: sql`se.created_at`,
    },
    {
      direction: 'OUT',
      from: sql`match_edits me`,
      where: sql`me.proposed_by = ${userId} and me.status = 'PENDING' and not exists (
        select from seen_match_edits se
        where se.circle_id = ${userId} and se.edit_id = me.id and se.decided_at = 'infinity')`,
      id: sql`me.id`,
      since: sql`me.created_at`,
    },
    {
      direction: 'ANSWERED',
      from: sql`match_edits me`,
      where: sql`me.proposed_by = ${userId} and me.status <> 'PENDING' and me.decided_by <> me.proposed_by
        and ${answeredLately(sql`me`)}`,
      id: sql`me.id`,
      since: sql`me.decided_at`,
    },
  ],
  ids: sql`select me.id from match_edits me`,
  json: (caller, id) => sql`(
    select json_object(
      'id': me.id,
      'kind': 'MATCH_EDIT',
      'direction': ${directionOf(sql`me.status`, sql`m.recorder_id = ${caller.userId}`)},
      'since': rfc3339(coalesce(me.decided_at, me.created_at)),
      'seen': ${seenIfAnswered(caller, sql`me`)},
      'path': '/matches/' || m.id || '/edits/' || me.id,
      'etag': ${etag(sql`me.version`)},
      ${matchFields(caller)},
      'matchEdit': case when ${seenWhole} then ${matchEditJson(caller)} end
      absent on null)
    from match_edits me join matches m on m.id = me.match_id, ${callerSees(caller)}
    where me.id = ${id})`,
}
