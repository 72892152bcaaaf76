/** List, read and revoke claim edges. */
import { sql } from '../../db/sql.ts'
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { noContent, ok } from '../../http/operation/responds.ts'
import { conflict } from '../../http/problem.ts'
import { unclaimed } from '../visibility/circles.ts'
import { ClaimEdge } from './schema.ts'
import { ghostPlayersChanged } from '../ratings/changes.ts'
import * as store from './store.ts'
import { events, wasChanged } from '../events/write.ts'

export const listClaimEdges = list({
  id: 'listClaimEdges',
  route: 'GET /claim-edges',
  summary: 'The claim edges of the caller, and of the caller’s ghost players',
  scope: 'svc-engine:claim-edge-read',
  item: ClaimEdge,
  of: store.claimEdges,
})

export const countClaimEdges = count({
  id: 'countClaimEdges',
  route: 'GET /claim-edges/count',
  summary: 'How many claim edges the list has',
  scope: 'svc-engine:claim-edge-read',
  of: store.claimEdges,
})

export const getClaimEdge = read({
  id: 'getClaimEdge',
  route: 'GET /claim-edges/{claimEdgeId}',
  summary: 'A claim edge, active or revoked',
  scope: 'svc-engine:claim-edge-read',
  responds: ok(ClaimEdge),
  show: ({ caller, params }) => store.show(params.claimEdgeId, caller),
})

export const revokeClaimEdge = change({
  id: 'revokeClaimEdge',
  route: 'DELETE /claim-edges/{claimEdgeId}',
  summary:
    'Revoke a claim, as the claimed player or as the owner of the ghost player; the claim edge stays in lists as revoked',
  scope: 'svc-engine:claim-edge-revoke',
  others: ({ params }) => sql`select owner_id from claim_edges where id = ${params.claimEdgeId}`,
  target: ({ params }) => store.lock(params.claimEdgeId),
  allow: {
    may: ({ userId, canonicalPlayerId }, edge) =>
      userId === edge.ownerId || canonicalPlayerId === edge.canonicalPlayerId,
    refusal: 'Only the claimed player and the owner of the ghost player may revoke a claim.',
  },
  ifMatch: version,
  responds: noContent,
  changes: ({ target }) => events(wasChanged('claim-edge', target.id)),
  async run({ db, caller, target }) {
    if (target.isOfSelf) throw conflict('A self ghost player cannot be unclaimed: it represents its owner.')
    if (target.revoked) throw conflict('This claim was revoked already.')
    const changes = [
      store.revoke(sql`id = ${target.id}`, caller),
      ...unclaimed(sql`ce.id = ${target.id}`),
      ghostPlayersChanged(sql`select ghost_player_id from claim_edges where id = ${target.id}`),
    ]
    await Promise.all(changes.map((change) => db.many(change)))
  },
})
