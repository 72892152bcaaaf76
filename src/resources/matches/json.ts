/** The JSON of a match, made by PostgreSQL. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { NEUTRAL_NAME, communityRef, gameRef, ghostPlayerRef, playsetRef, userRef } from '../ref-json.ts'
import { ghostPlayerShown } from '../visibility/ghost-players.ts'
import { seesDisputes } from '../visibility/matches.ts'
import { personPolicy, userShown } from '../visibility/people.ts'

/** `details` is an SQL condition. If it is false, the JSON leaves out scores and other details. */
export const matchJson = (caller: UserCaller, details: Sql, disputes = seesDisputes(caller)): Sql =>
  json(details, {
    disputes,
    disputedBy,
    seenPeople: sql`array(
      select o.id from users o
      where o.id = any (m.last_edited_by || array(
          select od.disputed_by from participants od where od.match_id = m.id and od.disputed_at is not null))
        and ${personPolicy.sees(caller, sql`o.id`)})`,
  })

/** The JSON for the recorder at a time when nobody else can have edited or disputed the match yet. */
export const ownMatchJson = (): Sql =>
  json(sql`true`, { disputes: sql`false`, disputedBy: sql`null`, seenPeople: sql`null::uuid[]` })

interface CallerParts {
  /** An SQL condition: the caller sees disputes. */
  disputes: Sql
  disputedBy: Sql
  /** The ids of the people that the caller sees, among the last editor and the users with a dispute. */
  seenPeople: Sql
}

/** If `condition` is true, even a caller who does not see the person gets the real name. */
const userKnown = (id: Sql, condition: Sql): Sql => sql`(
  select json_object('id': n.id, 'displayName':
    case when n.id = any (caller_sees.people) or ${condition} then n.display_name else ${NEUTRAL_NAME} end)
  from users n where n.id = ${id})`

/** Names the last editor. If that is the recorder, everybody gets the name, because a match always shows its recorder. */
const lastEditedBy = userKnown(sql`m.last_edited_by`, sql`m.last_edited_by = m.recorder_id`)

/** Names the user who disputes a result, as long as they are its claimed player. */
const disputedBy = userKnown(
  sql`dispute.disputed_by`,
  sql`exists (
    select from claim_edges le join canonical_players lc on lc.id = le.canonical_player_id
    where le.ghost_player_id = mp.ghost_player_id and le.revoked_at is null and lc.user_id = dispute.disputed_by)`,
)

const json = (details: Sql, { disputes, disputedBy, seenPeople }: CallerParts): Sql => sql`(
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
  'lastEditedBy': ${lastEditedBy},
  'createdAt': rfc3339(m.created_at),
  'updatedAt': rfc3339(m.updated_at),
  'expansions': case when caller_sees.details then coalesce((
    select json_agg(json_object('id': e.id, 'displayName': e.display_name) order by me.position)
    from match_expansions me join expansions e on e.id = me.expansion_id where me.match_id = m.id), '[]') end,
  'participants': (
    select json_agg(${participantJson(disputedBy)} order by mp.position)
    from participants mp left join lateral (
      select mp.dispute_reason, mp.disputed_at, mp.disputed_by
      where mp.disputed_at is not null and ${disputes}) dispute on true
    where mp.match_id = m.id)
  absent on null)
  from (select ${details} as details, ${seenPeople} as people offset 0) caller_sees)` // `offset 0`: one check, not one for each score

/** Only the required fields of a match. The caller changed the match but may no longer see it. */
export const unseenMatchJson = (caller: UserCaller): Sql => sql`json_object(
  'id': m.id,
  'game': ${gameRef(sql`m.game_id`)},
  'recorder': ${userShown(caller, sql`m.recorder_id`)},
  'status': 'FINALIZED',
  'playedAt': rfc3339(m.played_at),
  'editRequestsEnabled': m.edit_requests_enabled,
  'createdAt': rfc3339(m.created_at),
  'updatedAt': rfc3339(m.updated_at),
  'participants': (
    select json_agg(json_object(
      'id': mp.id,
      'ghostPlayer': ${ghostPlayerShown(caller, sql`mp.ghost_player_id`)},
      'createdAt': rfc3339(mp.created_at),
      'updatedAt': rfc3339(mp.updated_at)) order by mp.position)
    from participants mp where mp.match_id = m.id))`

const participantJson = (by: Sql): Sql => sql`json_object(
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
  'disputedBy': ${by},
  'createdAt': rfc3339(mp.created_at),
  'updatedAt': rfc3339(mp.updated_at)
  absent on null)`
