/** List and read memberships, join a community, and end a membership. */
import { sql } from '../../db/sql.ts'
import { anybody, change, count, list, read } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import { forbidden } from '../../http/problem.ts'
import * as communities from '../communities/store.ts'
import { cancel } from '../membership-requests/store.ts'
import { mustBeOpen, mustNotOwn, stillAdmin } from './rules.ts'
import { Membership, OwnMembership } from './schema.ts'
import * as store from './store.ts'
import { JUST_NOW, events, wasChanged, wasMade, wasRemoved } from '../events/write.ts'

export const listMemberships = list({
  id: 'listMemberships',
  route: 'GET /communities/{communityId}/memberships',
  summary: 'The members of a community, for members and admins',
  scope: 'svc-engine:membership-read',
  item: Membership,
  of: store.memberships,
})

export const countMemberships = count({
  id: 'countMemberships',
  route: 'GET /communities/{communityId}/memberships/count',
  summary: 'How many members a community has, for members and admins',
  scope: 'svc-engine:membership-read',
  of: store.memberships,
})

export const joinCommunity = change({
  id: 'joinCommunity',
  route: 'POST /communities/{communityId}/memberships',
  summary: 'Join an open community',
  scope: 'svc-engine:membership-create',
  target: ({ caller, params }) => communities.lockForShare(params.communityId, caller),
  allow: anybody,
  responds: created(Membership),
  changes: ({ caller, target: { id } }) =>
    events(
      wasMade('membership', sql`s.community_id = ${id} and s.user_id = ${caller.userId}`),
      wasChanged(
        'membership-request',
        sql`s.community_id = ${id} and s.user_id = ${caller.userId} and ${JUST_NOW}`,
      ),
    ),
  run({ db, caller, target }) {
    mustBeOpen(target)
    // Somebody who joins no longer needs their pending request.
    const withdrawal = cancel(sql`community_id = ${target.id} and user_id = ${caller.userId}`)
    return store.insert(db, withdrawal, target.id, caller)
  },
})

export const getMembership = read({
  id: 'getMembership',
  route: 'GET /communities/{communityId}/memberships/{userId}',
  summary: 'The membership of a user, for members and admins',
  scope: 'svc-engine:membership-read',
  responds: ok(Membership),
  show: ({ caller, params }) => store.show(params.communityId, params.userId, caller),
})

export const endMembership = change({
  id: 'endMembership',
  route: 'DELETE /communities/{communityId}/memberships/{userId}',
  summary: 'Leave a community, or remove a member as an admin',
  description:
    'A member of the admin group can leave, but cannot be removed (409) until the owner has taken them out of that group.',
  scope: 'svc-engine:membership-delete',
  target: ({ caller, params }) => communities.lockForShare(params.communityId, caller),
  allow: anybody,
  responds: noContent,
  changes: ({ params, target }) =>
    events(wasRemoved('membership', { id: params.userId, parentId: target.id, parties: [params.userId] })),
  async run({ db, caller, params, target }) {
    if (params.userId !== caller.userId && !target.isAdmin) {
      throw forbidden('Only an admin may remove other members from a community.')
    }
    mustNotOwn(target, params.userId)
    const isStillAdmin = await store.remove(db, target.id, params.userId)
    if (isStillAdmin && params.userId !== caller.userId) throw stillAdmin()
  },
})

export const listMyMemberships = list({
  id: 'listMyMemberships',
  route: 'GET /users/me/memberships',
  summary: 'The communities that the caller is in',
  scope: 'svc-engine:membership-read',
  item: OwnMembership,
  of: store.ownMemberships,
})

export const countMyMemberships = count({
  id: 'countMyMemberships',
  route: 'GET /users/me/memberships/count',
  summary: 'How many communities the caller is in',
  scope: 'svc-engine:membership-read',
  of: store.ownMemberships,
})
