/** The SQL of lists of results. Results are stored as columns of `participants` (`derived.ts`). */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Collection, RowPath } from '../../http/filter/collection.ts'
import { booleanField, enumField, timestampField, uuidField } from '../../http/filter/fields.ts'
import { parent } from '../canonical-players/store.ts'
import { communityRef, gameRef } from '../ref-json.ts'
import { seesHistoryOf } from '../visibility/people.ts'
import {
  type Player,
  canonicalPlayer,
  isFirstSeat,
  seatsOf,
  seesResultInPart,
} from '../visibility/results.ts'
import { RESULT_KINDS } from './finish.ts'

const ofGame = (value: Sql) => sql`(select ${value} from games sg where sg.id = mp.match_game_id)`

/** The score to show. It is null in games with WIN_LOSS, where a score means nothing. */
export const scoreShown = ofGame(sql`case when sg.score_type <> 'WIN_LOSS' then trim_scale(mp.score) end`)

const json = sql`json_object(
  'match': json_object(
    'id': mp.match_id,
    'game': ${gameRef(sql`mp.match_game_id`)},
    'playedAt': rfc3339(mp.match_played_at),
    'community': ${communityRef(sql`mp.match_community_id`)}
    absent on null),
  'matchParticipantId': mp.id,
  'kind': mp.kind,
  'place': mp.place,
  'of': mp.place_of,
  'tied': mp.tied,
  'won': mp.won,
  'score': ${scoreShown},
  'scoreType': ${ofGame(sql`sg.score_type`)},
  'winCondition': ${ofGame(sql`sg.win_condition`)}
  absent on null)`

export const resultsOfPerson: Collection<{ caller: UserCaller; params: { canonicalPlayerId: string } }> = {
  fields: {
    matchId: uuidField(sql`mp.match_id`),
    gameId: uuidField(sql`mp.match_game_id`),
    communityId: uuidField(sql`mp.match_community_id`),
    playedAt: timestampField(sql`mp.match_played_at`),
    kind: enumField(sql`mp.kind`, RESULT_KINDS),
    won: booleanField(sql`mp.won`),
  },
  sortedBy: { matchParticipantId: uuidField(sql`mp.id`) },
  key: 'matchParticipantId',
  sorts: ['playedAt'],
  defaultSort: 'playedAt:DESC',
  rows: ({ caller, params: { canonicalPlayerId } }) => {
    const player = canonicalPlayer(caller, canonicalPlayerId)
    return {
      from: sql`participants mp`,
      where: sql`mp.match_final and mp.match_deleted_at is null`,
      paths: [
        pathThrough(caller, player, sql`seat.whole`, sql`true`),
        ...(player.isCaller
          ? []
          : [pathThrough(caller, player, sql`not seat.whole`, seesResultInPart(caller))]),
      ],
      json,
      parent: parent(canonicalPlayerId, seesHistoryOf(caller, sql`cp.user_id`)),
    }
  },
}

const pathThrough = (caller: UserCaller, player: Player, which: Sql, condition: Sql): RowPath => ({
  range: {
    column: sql`mp.ghost_player_id`,
    values: sql`select seat.ghost_player_id from (${seatsOf(caller, player)}) seat where ${which}`,
  },
  where: sql`mp.match_final and mp.match_deleted_at is null and ${isFirstSeat(player)} and ${condition}`,
})
