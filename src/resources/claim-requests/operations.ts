/** List, read, make, decide and withdraw claim requests. */
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import { sql } from '../../db/sql.ts'
import { claimant, mustBeClaimable, mustBePending, owner } from './rules.ts'
import { ClaimRequest, CreateClaimRequest, DecideClaimRequest } from './schema.ts'
import * as store from './store.ts'
import { JUST_NOW, events, wasChanged, wasMade } from '../events/write.ts'

export const listClaimRequests = list({
  id: 'listClaimRequests',
  route: 'GET /claim-requests',
  summary: 'The claim requests that the caller made or may decide',
  scope: 'svc-engine:claim-request-read',
  item: ClaimRequest,
  of: store.claimRequests,
})

export const countClaimRequests = count({
  id: 'countClaimRequests',
  route: 'GET /claim-requests/count',
  summary: 'How many claim requests the caller made or may decide',
  scope: 'svc-engine:claim-request-read',
  of: store.claimRequests,
})

export const createClaimRequest = change({
  id: 'createClaimRequest',
  route: 'POST /claim-requests',
  summary: 'Claim a ghost player',
  scope: 'svc-engine:claim-request-create',
  body: CreateClaimRequest,
  others: ({ body }) => sql`select owner_id from ghost_players where id = ${body.ghostPlayerId}`,
  references: ({ caller, body }) => store.references(body.ghostPlayerId, caller),
  responds: created(ClaimRequest),
  changes: ({ shown, body }) =>
    events(
      wasMade('claim-request', shown?.id),
      wasChanged(
        'claim-request',
        sql`s.ghost_player_id = ${body.ghostPlayerId} and ${JUST_NOW} and s.id <> ${shown?.id}`,
      ),
      wasMade('claim-edge', sql`s.claim_request_id = ${shown?.id}`),
      wasChanged('invitation', sql`s.ghost_player_id = ${body.ghostPlayerId} and ${JUST_NOW}`),
    ),
  run({ db, caller, body, references }) {
    mustBeClaimable(references, body.ghostPlayerId)
    return store.insert(db, caller, references, body.message)
  },
})

export const getClaimRequest = read({
  id: 'getClaimRequest',
  route: 'GET /claim-requests/{claimRequestId}',
  summary: 'A claim request',
  scope: 'svc-engine:claim-request-read',
  responds: ok(ClaimRequest),
  show: ({ caller, params }) => store.show(params.claimRequestId, caller),
})

export const decideClaimRequest = change({
  id: 'decideClaimRequest',
  route: 'PATCH /claim-requests/{claimRequestId}',
  summary: 'Approve or reject a claim request for a ghost player of the caller',
  description: 'Approval makes a claim edge and rejects the other pending requests for the ghost player.',
  scope: 'svc-engine:claim-request-decide',
  body: DecideClaimRequest,
  target: ({ caller, params }) => store.lockAll(params.claimRequestId, caller),
  allow: owner,
  ifMatch: version,
  responds: ok(ClaimRequest),
  changes: ({ target }) =>
    events(
      wasChanged('claim-request', sql`s.ghost_player_id = ${target.ghostPlayerId} and ${JUST_NOW}`),
      wasMade('claim-edge', sql`s.claim_request_id = ${target.id}`),
      wasChanged('invitation', sql`s.ghost_player_id = ${target.ghostPlayerId} and ${JUST_NOW}`),
    ),
  run({ db, caller, body, target }) {
    mustBePending(target, 'decided')
    const decide = body.status === 'APPROVED' ? store.approve : store.reject
    return decide(db, caller, target)
  },
})

export const cancelClaimRequest = change({
  id: 'cancelClaimRequest',
  route: 'DELETE /claim-requests/{claimRequestId}',
  summary: 'Withdraw a claim request; it stays in lists as CANCELLED',
  scope: 'svc-engine:claim-request-cancel',
  target: ({ params }) => store.lock(params.claimRequestId),
  allow: claimant,
  ifMatch: version,
  responds: noContent,
  changes: ({ target }) => events(wasChanged('claim-request', target.id)),
  async run({ db, target }) {
    mustBePending(target, 'withdrawn')
    await db.many(store.cancel(sql`id = ${target.id}`))
  },
})
