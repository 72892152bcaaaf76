/** What the caller may ask about a match, because somebody is there to answer. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { isAnswerable } from '../claim-requests/store.ts'
import { matchDetailsPolicy } from '../visibility/matches.ts'

/** Final matches alone can be edited, and their stand-ins claimed. */
export const answerable = (id: string, caller: UserCaller): Sql<Found> => sql`
  select ${matchDetailsPolicy.sees(caller)} as visible, json_object(
    'edit': m.finalized_at is not null and m.edit_requests_enabled and exists (
      select from users u where u.id = m.recorder_id and u.erased_at is null),
    'claims': coalesce((
      select json_agg(mp.id order by mp.position)
      from participants mp join ghost_players gp on gp.id = mp.ghost_player_id
      where mp.match_id = m.id and m.finalized_at is not null and ${isAnswerable(caller)}), '[]'))::text as body
  from matches m where m.id = ${id} and m.deleted_at is null`
