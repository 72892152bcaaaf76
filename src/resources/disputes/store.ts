/** The SQL of lists of disputes. A dispute has no table: it is stored in the row of its participant (`matches/disputes.ts`). */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { timestampField, uuidField } from '../../http/filter/fields.ts'
import { gameRef, ghostPlayerRef, userRef } from '../ref-json.ts'
import { disputePaths } from '../visibility/disputes.ts'
import { userShown } from '../visibility/people.ts'

/**
 * True while the disputer is the claimed player. As long as it is true, everybody who sees the dispute also sees the disputer's
 * name.
 */
export const disputerStands = sql`exists (
  select from claim_edges le join canonical_players lc on lc.id = le.canonical_player_id
  where le.ghost_player_id = mp.ghost_player_id and le.revoked_at is null and lc.user_id = mp.disputed_by)`

const json = (caller: UserCaller): Sql => sql`json_object(
  'matchParticipantId': mp.id,
  'match': json_object('id': m.id, 'game': ${gameRef(sql`m.game_id`)}, 'playedAt': rfc3339(m.played_at)),
  'recorder': ${userRef(sql`m.recorder_id`)},
  'ghostPlayer': ${ghostPlayerRef(sql`mp.ghost_player_id`)},
  'reason': mp.dispute_reason,
  'disputedBy': ${userShown(caller, sql`mp.disputed_by`, disputerStands)},
  'disputedAt': rfc3339(mp.disputed_at))`

export const disputes: Collection<{ caller: UserCaller }> = {
  fields: {
    matchParticipantId: uuidField(sql`mp.id`),
    matchId: uuidField(sql`mp.match_id`),
    recorderId: uuidField(sql`m.recorder_id`),
    disputedById: uuidField(sql`mp.disputed_by`),
    disputedAt: timestampField(sql`mp.disputed_at`),
  },
  key: 'matchParticipantId',
  sorts: ['disputedAt'],
  defaultSort: 'disputedAt:DESC',
  rows: ({ caller }) => ({
    from: sql`participants mp join matches m on m.id = mp.match_id`,
    where: sql`true`,
    paths: disputePaths(caller),
    json: json(caller),
  }),
}
