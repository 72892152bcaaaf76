/** Disputes in the inbox: disputes in matches that the caller recorded, and disputes that the caller raised. */
import { sql } from '../../db/sql.ts'
import { disputerStands } from '../disputes/store.ts'
import { userShown } from '../visibility/people.ts'
import { type InboxKind, direction, etag } from './kind.ts'
import { callerSees, matchFields, seen } from './of-match.ts'

export const disputes: InboxKind = {
  kind: 'DISPUTE',
  paths: ({ userId }) => [
    {
      direction: 'IN',
      from: sql`seen_disputes sd`,
      where: sql`sd.circle_id = ${userId}`,
      id: sql`sd.participant_id`,
      since: sql`sd.disputed_at`,
    },
    {
      direction: 'OUT',
      from: sql`participants mp`,
      where: sql`mp.disputed_by = ${userId} and not exists (
        select from seen_disputes sd where sd.circle_id = ${userId} and sd.participant_id = mp.id)`,
      id: sql`mp.id`,
      since: sql`mp.disputed_at`,
    },
  ],
  // A condition on disputes would make PostgreSQL read all disputes there are for each item.
  ids: sql`select mp.id from participants mp`,
  json: (caller, id) => sql`(
    select json_object(
      'id': mp.id,
      'kind': 'DISPUTE',
      'direction': ${direction(sql`m.recorder_id = ${caller.userId}`)},
      'since': rfc3339(mp.disputed_at),
      'path': '/matches/' || m.id || '/participants/' || mp.id || '/dispute',
      'etag': case when ${seen} then ${etag(sql`m.version`)} else '*' end,
      ${matchFields(caller)},
      'dispute': json_object(
        'matchParticipantId': mp.id,
        'reason': mp.dispute_reason,
        'disputedBy': ${userShown(caller, sql`mp.disputed_by`, disputerStands)})
      absent on null)
    from participants mp join matches m on m.id = mp.match_id, ${callerSees(caller)}
    where mp.id = ${id})`,
}
