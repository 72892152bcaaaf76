/** The JSON of a match: the select has the shape of the answer. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import { communityRef, gameRef, ghostPlayerRef, playsetRef, userRef } from '../ref-json.ts'
import { ghostPlayerNameShown } from '../visibility/ghost-players.ts'
import { seesDisputes } from '../visibility/matches.ts'
import { nameShown } from '../visibility/people.ts'

/** On `matches m`, as the caller may see it. `details` is a condition: without it the answer leaves out scores and the like. */
export const matchJson = (caller: UserCaller, details: Sql): Sql => json(details, seesDisputes(caller))

/** On `matches m`, as its recorder sees it: the whole. */
export const wholeMatchJson = (): Sql => json(sql`true`, sql`true`)

const json = (details: Sql, disputes: Sql): Sql => sql`(
  select json_object(
  'id': m.id,
  'game': ${gameRef(sql`m.game_id`)},
  'playset': case when caller_sees.details then ${playsetRef(sql`m.playset_id`)} end,
  'community': ${communityRef(sql`m.community_id`)},
  'recorder': ${userRef(sql`m.recorder_id`)},
  'status': case when m.finalized_at is null then 'DRAFT' else 'FINALIZED' end,
  'playedAt': rfc3339(m.played_at),
  'editRequestsEnabled': m.edit_requests_enabled,
  'finalizedAt': rfc3339(m.finalized_at),
  'lastEditedAt': rfc3339(m.last_edited_at),
  'lastEditedBy': ${userRef(sql`m.last_edited_by`)},
  'createdAt': rfc3339(m.created_at),
  'updatedAt': rfc3339(m.updated_at),
  'expansions': case when caller_sees.details then coalesce((
    select json_agg(json_object('id': e.id, 'displayName': e.display_name) order by me.position)
    from match_expansions me join expansions e on e.id = me.expansion_id where me.match_id = m.id), '[]') end,
  'participants': (
    select json_agg(${participantJson} order by mp.position)
    from participants mp left join lateral (
      select mp.dispute_reason, mp.disputed_at, mp.disputed_by
      where mp.disputed_at is not null and ${disputes}) dispute on true
    where mp.match_id = m.id)
  absent on null)
  from (select ${details} as details offset 0) caller_sees)` // without the offset PostgreSQL would ask again for each score

/** On `matches m`, a final one: for somebody who changed it and may not see it, what each match must have, without names of theirs. */
export const unseenMatchJson = (caller: UserCaller): Sql => sql`json_object(
  'id': m.id,
  'game': ${gameRef(sql`m.game_id`)},
  'recorder': json_object('id': m.recorder_id, 'displayName': ${nameShown(caller, sql`m.recorder_id`)}),
  'status': 'FINALIZED',
  'playedAt': rfc3339(m.played_at),
  'editRequestsEnabled': m.edit_requests_enabled,
  'createdAt': rfc3339(m.created_at),
  'updatedAt': rfc3339(m.updated_at),
  'participants': (
    select json_agg(json_object(
      'id': mp.id,
      'ghostPlayer': json_object(
        'id': mp.ghost_player_id, 'displayName': ${ghostPlayerNameShown(caller, sql`mp.ghost_player_id`)}),
      'createdAt': rfc3339(mp.created_at),
      'updatedAt': rfc3339(mp.updated_at)) order by mp.position)
    from participants mp where mp.match_id = m.id))`

const participantJson = sql`json_object(
  'id': mp.id,
  'ghostPlayer': ${ghostPlayerRef(sql`mp.ghost_player_id`)},
  'score': case when caller_sees.details then trim_scale(mp.score) end,
  'rank': case when caller_sees.details then mp.rank end,
  'outcome': case when caller_sees.details then mp.outcome end,
  'loadout': (
    select json_object(
      'id': l.id, 'attributes': l.attributes, 'createdAt': rfc3339(l.created_at), 'updatedAt': rfc3339(l.updated_at))
    from loadouts l where l.participant_id = mp.id and caller_sees.details),
  'disputeReason': dispute.dispute_reason,
  'disputedAt': rfc3339(dispute.disputed_at),
  'disputedBy': ${userRef(sql`dispute.disputed_by`)},
  'createdAt': rfc3339(mp.created_at),
  'updatedAt': rfc3339(mp.updated_at)
  absent on null)`
