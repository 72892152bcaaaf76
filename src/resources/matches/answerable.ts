/** What the caller may ask about a match, because somebody is there to answer. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { isAnswerable } from '../claim-requests/store.ts'
import { matchDetailsPolicy } from '../visibility/matches.ts'

/**
 * Final matches alone can be edited, and their stand-ins claimed. Whoever has a seat in the match can claim no other one, and this
 * is looked at first, because for everybody else all their matches with the recorder are read.
 */
export const answerable = (id: string, caller: UserCaller): Sql<Found> => sql`
  select ${matchDetailsPolicy.sees(caller)} as visible, json_object(
    'edit': m.finalized_at is not null and m.edit_requests_enabled and exists (
      select from users u where u.id = m.recorder_id and u.erased_at is null),
    'claims': case when ${sitsHere(caller)} then '[]' else coalesce((
      select json_agg(mp.id order by mp.position)
      from participants mp join ghost_players gp on gp.id = mp.ghost_player_id
      where mp.match_id = m.id and m.finalized_at is not null and ${isAnswerable(caller)}), '[]') end)::text as body
  from matches m where m.id = ${id} and m.deleted_at is null`

const sitsHere = ({ canonicalPlayerId }: UserCaller): Sql => sql`exists (
  select from participants mine join claim_edges ce on ce.ghost_player_id = mine.ghost_player_id and ce.revoked_at is null
  where mine.match_id = m.id and ce.canonical_player_id = ${canonicalPlayerId})`
