/** The part of a match that its edits and disputes show in the inbox. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { matchJson } from '../matches/json.ts'
import { matchDetailsPolicy, matchPolicy } from '../visibility/matches.ts'
import { etag } from './kind.ts'

/** A join for `matches m`: checks once what the caller sees of the match. */
export const callerSees = (caller: UserCaller): Sql => sql`
  lateral (
    select ${matchPolicy.sees(caller)} as match, ${matchDetailsPolicy.sees(caller)} as details offset 0) caller_sees`

/** True if the caller sees the match. */
export const seen = sql`caller_sees.match`

/** True if the caller sees the scores of the match, and therefore its edits. */
export const seenWhole = sql`caller_sees.details`

/**
 * Fields of a `json_object` about `matches m`. If the caller no longer sees the match, only its game is shown, because the game
 * never changes.
 */
export const matchFields = (caller: UserCaller): Sql => sql`
  'game': (
    select json_object(
      'id': g.id, 'displayName': g.display_name, 'scoreType': g.score_type, 'winCondition': g.win_condition absent on null)
    from games g where g.id = m.game_id),
  'match': case when ${seen} then ${matchJson(caller, seenWhole)} end,
  'matchEtag': case when ${seen} then ${etag(sql`m.version`)} end,
  'ownParticipantIds': case when ${seen} then coalesce((
    select json_agg(own.id order by own.position)
    from participants own join claim_edges ce on ce.ghost_player_id = own.ghost_player_id and ce.revoked_at is null
    where own.match_id = m.id and ce.canonical_player_id = ${caller.canonicalPlayerId}), '[]') end`
