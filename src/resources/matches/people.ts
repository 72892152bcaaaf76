/** The canonical players of a match's participants, as far as the caller sees them. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { matchDetailsPolicy } from '../visibility/matches.ts'
import { personPolicy } from '../visibility/people.ts'

export const people = (id: string, caller: UserCaller): Sql<Found> => sql`
  select ${matchDetailsPolicy.sees(caller)} as visible, coalesce((
    select json_agg(
      json_object(
        'matchParticipantId': mp.id,
        'canonicalPlayer': json_object('id': cp.id, 'displayName': u.display_name))
      order by mp.position)
    from participants mp
    join claim_edges ce on ce.ghost_player_id = mp.ghost_player_id and ce.revoked_at is null
    join canonical_players cp on cp.id = ce.canonical_player_id
    join users u on u.id = cp.user_id
    where mp.match_id = m.id and u.erased_at is null and ${personPolicy.sees(caller, sql`u.id`)}), '[]')::text as body
  from matches m where m.id = ${id} and m.deleted_at is null`
