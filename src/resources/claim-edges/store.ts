/** The SQL of claim edges. A ghost player has at most one active edge. Revoked edges remain as history. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Fields, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found } from '../../http/operation/operation.ts'
import { ghostPlayerNameShown, ghostPlayerShown } from '../visibility/ghost-players.ts'
import {
  canonicalPlayerNameShown,
  canonicalPlayerShown,
  neutralNameField,
  userShown,
} from '../visibility/people.ts'
import { isClaimant } from '../visibility/relations.ts'
import { seesClaimEdge } from '../visibility/parties.ts'

export type LockedClaimEdge = {
  id: string
  version: number
  canonicalPlayerId: string
  ownerId: string
  isOfSelf: boolean
  revoked: boolean
}

const stands = isClaimant(sql`ce.canonical_player_id`, sql`ce.ghost_player_id`)

/** The JSON of a claim edge. Once the edge is revoked, it no longer shows the two sides to each other. */
export const claimEdgeJson = (caller: UserCaller): Sql => sql`json_object(
  'id': ce.id,
  'canonicalPlayer': ${canonicalPlayerShown(caller, sql`ce.canonical_player_id`, stands)},
  'ghostPlayer': ${ghostPlayerShown(caller, sql`ce.ghost_player_id`)},
  'claimRequestId': ce.claim_request_id,
  'createdAt': rfc3339(ce.created_at),
  'updatedAt': rfc3339(ce.updated_at),
  'revokedAt': rfc3339(ce.revoked_at),
  'revokedBy': ${userShown(caller, sql`ce.revoked_by`)}
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`ce.id`),
  canonicalPlayerId: uuidField(sql`ce.canonical_player_id`),
  canonicalPlayerName: neutralNameField,
  ghostPlayerId: uuidField(sql`ce.ghost_player_id`),
  ghostPlayerName: neutralNameField,
  revokedAt: timestampField(sql`ce.revoked_at`),
  createdAt: timestampField(sql`ce.created_at`),
}

export const claimEdges: Collection<{ caller: UserCaller }> = {
  fields,
  sorts: ['id', 'createdAt'],
  rows({ caller }) {
    const { userId, canonicalPlayerId } = caller
    return {
      from: sql`claim_edges ce`,
      where: sql`true`,
      paths: [
        { where: sql`ce.canonical_player_id = ${canonicalPlayerId}` },
        { where: sql`ce.owner_id = ${userId} and ce.canonical_player_id <> ${canonicalPlayerId}` },
      ],
      fields: {
        ...fields,
        canonicalPlayerName: textField(canonicalPlayerNameShown(caller, sql`ce.canonical_player_id`, stands)),
        ghostPlayerName: textField(ghostPlayerNameShown(caller, sql`ce.ghost_player_id`)),
      },
      json: claimEdgeJson(caller),
    }
  },
}

export const show = (id: string, caller: UserCaller) => sql<Found>`
  select ce.version,
    ${seesClaimEdge(caller)} as visible,
    (${claimEdgeJson(caller)})::text as body
  from claim_edges ce where ce.id = ${id}`

/**
 * Locks the claim edge. The owner of the ghost player is locked first, because revoking the claim changes what other people see.
 */
export const lock = (id: string) => sql<LockedClaimEdge>`
  with owner as (
    select id from users where id = (select owner_id from claim_edges where id = ${id}) for no key update
  )
  select ce.id, ce.version, ce.canonical_player_id as "canonicalPlayerId", ce.owner_id as "ownerId",
    gp.is_self as "isOfSelf", ce.revoked_at is not null as revoked
  from owner, claim_edges ce join ghost_players gp on gp.id = ce.ghost_player_id
  where ce.id = ${id} for update of ce`

export const revoke = (which: Sql, { userId }: UserCaller): Sql => sql`
  update claim_edges set revoked_at = now(), revoked_by = ${userId}, version = version + 1, updated_at = now()
  where ${which} and revoked_at is null`
