/** The SQL of claim edges. A ghost player has at most one active edge; revoked edges stay as history. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import { timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found } from '../../http/operation.ts'
import { canonicalPlayerName, ghostPlayerName } from '../name-fields.ts'
import { canonicalPlayerRef, ghostPlayerRef, userRef } from '../ref-json.ts'

export type LockedClaimEdge = {
  id: string
  version: number
  canonicalPlayerId: string
  ownerId: string
  isOfSelf: boolean
  revoked: boolean
}

/** On `claim_edges ce`. */
export const claimEdgeJson = sql`json_object(
  'id': ce.id,
  'canonicalPlayer': ${canonicalPlayerRef(sql`ce.canonical_player_id`)},
  'ghostPlayer': ${ghostPlayerRef(sql`ce.ghost_player_id`)},
  'claimRequestId': ce.claim_request_id,
  'createdAt': rfc3339(ce.created_at),
  'updatedAt': rfc3339(ce.updated_at),
  'revokedAt': rfc3339(ce.revoked_at),
  'revokedBy': ${userRef(sql`ce.revoked_by`)}
  absent on null)`

export const claimEdges: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`ce.id`),
    canonicalPlayerId: uuidField(sql`ce.canonical_player_id`),
    canonicalPlayerName: canonicalPlayerName(sql`ce.canonical_player_id`),
    ghostPlayerId: uuidField(sql`ce.ghost_player_id`),
    ghostPlayerName: ghostPlayerName(sql`ce.ghost_player_id`),
    revokedAt: timestampField(sql`ce.revoked_at`),
    createdAt: timestampField(sql`ce.created_at`),
  },
  sorts: ['id', 'createdAt'],
  rows: ({ caller: { userId, canonicalPlayerId } }) => ({
    from: sql`claim_edges ce`,
    where: sql`true`,
    paths: [
      { where: sql`ce.canonical_player_id = ${canonicalPlayerId}` },
      { where: sql`ce.owner_id = ${userId} and ce.canonical_player_id <> ${canonicalPlayerId}` },
    ],
    json: claimEdgeJson,
  }),
}

export const show = (id: string, { userId, canonicalPlayerId }: UserCaller) => sql<Found>`
  select ce.version, ce.owner_id = ${userId} or ce.canonical_player_id = ${canonicalPlayerId} as visible,
    (${claimEdgeJson})::text as body
  from claim_edges ce where ce.id = ${id}`

/** Locks the owner of the ghost player first: a revocation changes what circles see. */
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
