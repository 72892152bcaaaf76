/** List, read, make, decide and withdraw membership requests. */
import { anybody, change, count, list, read, version } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import { sql } from '../../db/sql.ts'
import * as communities from '../communities/store.ts'
import { admin, mustBePending, mustRequireApproval, requester } from './rules.ts'
import { DecideMembershipRequest, MembershipRequest } from './schema.ts'
import * as store from './store.ts'
import { events, wasChanged, wasMade } from '../events/write.ts'

export const listMembershipRequests = list({
  id: 'listMembershipRequests',
  route: 'GET /communities/{communityId}/membership-requests',
  summary: 'The membership requests of a community: admins see all of them, others see their own',
  scope: 'svc-engine:membership-request-read',
  item: MembershipRequest,
  of: store.membershipRequests,
})

export const countMembershipRequests = count({
  id: 'countMembershipRequests',
  route: 'GET /communities/{communityId}/membership-requests/count',
  summary: 'How many membership requests the list has',
  scope: 'svc-engine:membership-request-read',
  of: store.membershipRequests,
})

export const createMembershipRequest = change({
  id: 'createMembershipRequest',
  route: 'POST /communities/{communityId}/membership-requests',
  summary: 'Ask to join a community that requires approval',
  scope: 'svc-engine:membership-request-create',
  target: ({ caller, params }) => communities.lockForShare(params.communityId, caller),
  allow: anybody,
  responds: created(MembershipRequest),
  changes: ({ shown }) => events(wasMade('membership-request', shown?.id)),
  run({ db, caller, target }) {
    mustRequireApproval(target)
    return store.insert(db, caller, target.id)
  },
})

export const getMembershipRequest = read({
  id: 'getMembershipRequest',
  route: 'GET /communities/{communityId}/membership-requests/{membershipRequestId}',
  summary: 'A membership request, for its requester and for admins',
  scope: 'svc-engine:membership-request-read',
  responds: ok(MembershipRequest),
  show: ({ caller, params }) => store.show(params.communityId, params.membershipRequestId, caller),
})

export const decideMembershipRequest = change({
  id: 'decideMembershipRequest',
  route: 'PATCH /communities/{communityId}/membership-requests/{membershipRequestId}',
  summary: 'Approve or reject a membership request',
  scope: 'svc-engine:membership-request-decide',
  body: DecideMembershipRequest,
  others: ({ params }) => store.requesterOf(params.membershipRequestId),
  target: ({ caller, params }) => store.lock(params.communityId, params.membershipRequestId, caller),
  allow: admin,
  ifMatch: version,
  responds: ok(MembershipRequest),
  changes: ({ target }) =>
    events(
      wasChanged('membership-request', target.id),
      wasMade(
        'membership',
        sql`s.community_id = ${target.communityId} and s.user_id = ${target.userId} and s.created_at = now()`,
      ),
    ),
  run({ db, caller, body, target }) {
    mustBePending(target, 'decided')
    const decide = body.status === 'APPROVED' ? store.approve : store.reject
    return decide(db, caller, target)
  },
})

export const cancelMembershipRequest = change({
  id: 'cancelMembershipRequest',
  route: 'DELETE /communities/{communityId}/membership-requests/{membershipRequestId}',
  summary: 'Withdraw a membership request; it stays in lists as CANCELLED',
  scope: 'svc-engine:membership-request-cancel',
  others: ({ params }) => store.requesterOf(params.membershipRequestId),
  target: ({ caller, params }) => store.lock(params.communityId, params.membershipRequestId, caller),
  allow: requester,
  ifMatch: version,
  responds: noContent,
  changes: ({ target }) => events(wasChanged('membership-request', target.id)),
  async run({ db, target }) {
    mustBePending(target, 'withdrawn')
    await db.many(store.cancel(sql`id = ${target.id}`))
  },
})
