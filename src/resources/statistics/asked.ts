/** Finds the player that a request for figures is about: a canonical player or a ghost player. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { isClaimable } from '../claim-requests/store.ts'
import { NEUTRAL_NAME, userRef } from '../ref-json.ts'
import { ghostPlayerPolicy } from '../visibility/ghost-players.ts'
import { nameShown, personPolicy, seesHistoryOf } from '../visibility/people.ts'
import { seesClaimRequest } from '../visibility/parties.ts'
import { type Player, canonicalPlayer, ghostPlayer } from '../visibility/results.ts'
import { withSame } from '../visibility/same-people.ts'

export interface Asked {
  id: string
  /**
   * The player, with all other players that the caller counts as the same person. The statement needs a CTE `same`, made by
   * `countedAsOne`.
   */
  player: Player
  /** Selects `visible`, `ref`, and for a ghost player also `owner`. If there is no row, the answer is 404. */
  row: Sql<{ visible: boolean }>
  /** Fields of the answer's JSON that say who the player is. They refer to `row` by the alias `asked`. */
  fields: Sql
}

export const askedPerson = (caller: UserCaller, canonicalPlayerId: string): Asked => ({
  id: canonicalPlayerId,
  player: withSame(canonicalPlayer(caller, canonicalPlayerId), canonicalPlayerId),
  row: sql`
    select ${seesHistoryOf(caller, sql`cp.user_id`)} as visible,
      json_object('id': cp.id, 'displayName': coalesce(${nameShown(caller, sql`cp.user_id`)}, ${NEUTRAL_NAME})) as ref,
      null::json as owner
    from canonical_players cp join users u on u.id = cp.user_id
    where cp.id = ${canonicalPlayerId} and u.erased_at is null`,
  fields: sql`'canonicalPlayer': (select ref from asked)`,
})

/** The answer names the person who has claimed the ghost player only if the caller sees that person. */
export const askedGhostPlayer = (caller: UserCaller, ghostPlayerId: string): Asked => ({
  id: ghostPlayerId,
  player: withSame(ghostPlayer(ghostPlayerId), ghostPlayerId),
  row: ghostPlayerRow(caller, ghostPlayerId),
  fields: sql`
    'ghostPlayer': (select ref from asked),
    'owner': (select owner from asked),
    'canonicalPlayer': (
      select json_object('id': cp.id, 'displayName': u.display_name)
      from claim_edges ce join canonical_players cp on cp.id = ce.canonical_player_id join users u on u.id = cp.user_id
      where ce.ghost_player_id = ${ghostPlayerId} and ce.revoked_at is null and ${personPolicy.sees(caller, sql`u.id`)}),
    'claimable': (select ${isClaimable(caller)} from ghost_players gp where gp.id = ${ghostPlayerId}),
    'claimRequests': (
      select count(*) from claim_requests cr
      where cr.ghost_player_id = ${ghostPlayerId} and cr.status = 'PENDING' and ${seesClaimRequest(caller)})`,
})

/** `id` is the id of a canonical player or of a ghost player. */
export const askedOther = (caller: UserCaller, id: string): Omit<Asked, 'fields'> => ({
  id,
  player: withSame(
    {
      ghostPlayers: sql`${canonicalPlayer(caller, id).ghostPlayers} union all ${ghostPlayer(id).ghostPlayers}`,
      isCaller: id === caller.canonicalPlayerId,
    },
    id,
  ),
  row: sql`
    select ${personPolicy.sees(caller, sql`cp.user_id`)} as visible, json_object('id': cp.id, 'displayName': u.display_name) as ref,
      null::json as owner
    from canonical_players cp join users u on u.id = cp.user_id where cp.id = ${id} and u.erased_at is null
    union all ${ghostPlayerRow(caller, id)}`,
})

const ghostPlayerRow = (caller: UserCaller, id: string): Sql<{ visible: boolean }> => sql`
  select ${ghostPlayerPolicy.sees(caller)} as visible, json_object('id': gp.id, 'displayName': gp.display_name) as ref,
    ${userRef(sql`gp.owner_id`)} as owner
  from ghost_players gp where gp.id = ${id} and gp.deleted_at is null`
