/** Disputes in the inbox: disputes in matches that the caller recorded, and disputes that the caller raised, with their answers. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { disputerStands } from '../disputes/store.ts'
import { matchEditJson } from '../match-edits/json.ts'
import { userShown } from '../visibility/people.ts'
import { type InboxKind, direction, etag, isRecent, seenBy } from './kind.ts'
import { callerSees, matchFields, seen, seenWhole } from './of-match.ts'

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
    {
      direction: 'ANSWERED',
      from: sql`dispute_answers da`,
      where: sql`da.disputer_id = ${userId} and ${isRecent(sql`da.settled_at`)}`,
      id: sql`da.id`,
      since: sql`da.settled_at`,
    },
  ],
  // A condition on disputes would make PostgreSQL read all disputes there are for each item.
  ids: sql`select mp.id from participants mp union all select da.id from dispute_answers da`,
  json: (caller, id) => sql`coalesce(${waitingJson(caller, id)}, ${answerJson(caller, id)})`,
}

const waitingJson = (caller: UserCaller, id: Sql): Sql => sql`(
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
  where mp.id = ${id})`

/** The answer is the edit that changed the disputed result. Whoever does not see the edit any more has only their own words. */
const answerJson = (caller: UserCaller, id: Sql): Sql => sql`(
  select json_object(
    'id': da.id,
    'kind': 'DISPUTE',
    'direction': 'ANSWERED',
    'since': rfc3339(da.settled_at),
    'seen': ${seenBy(caller, sql`da.settled_at`)},
    'path': '/matches/' || m.id || '/edits/' || me.id,
    'etag': ${etag(sql`me.version`)},
    ${matchFields(caller)},
    'matchEdit': case when ${seenWhole} then ${matchEditJson(caller)} end,
    'dispute': json_object(
      'matchParticipantId': da.participant_id,
      'reason': da.reason,
      'disputedBy': ${userShown(caller, sql`da.disputer_id`)})
    absent on null)
  from dispute_answers da join match_edits me on me.id = da.edit_id join matches m on m.id = me.match_id, ${callerSees(caller)}
  where da.id = ${id} and da.disputer_id = ${caller.userId})`
