/** List, read, create, change and delete communities. */
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import { sql } from '../../db/sql.ts'
import { merge } from '../../http/operation/merge.ts'
import { admin, mayChooseAdmins, mustOwnGroup, owner } from './rules.ts'
import { Community, CreateCommunity, UpdateCommunity } from './schema.ts'
import * as store from './store.ts'
import { JUST_NOW, events, wasChanged, wasDeleted, wasMade } from '../events/write.ts'

export const listCommunities = list({
  id: 'listCommunities',
  route: 'GET /communities',
  summary: 'All communities',
  scope: 'svc-engine:community-read',
  item: Community,
  of: store.communities,
})

export const countCommunities = count({
  id: 'countCommunities',
  route: 'GET /communities/count',
  summary: 'How many communities there are',
  scope: 'svc-engine:community-read',
  of: store.communities,
})

export const createCommunity = change({
  id: 'createCommunity',
  route: 'POST /communities',
  summary: 'Create a community',
  scope: 'svc-engine:community-create',
  body: CreateCommunity,
  references: ({ body }) => store.references(body.adminGroupId),
  responds: created(Community),
  changes: ({ caller, shown }) =>
    events(
      wasMade('community', shown?.id),
      wasMade('membership', sql`s.community_id = ${shown?.id} and s.user_id = ${caller.userId}`),
    ),
  run({ db, caller, body, references }) {
    mustOwnGroup(caller, references, body.adminGroupId)
    return store.insert(db, caller, body)
  },
})

export const getCommunity = read({
  id: 'getCommunity',
  route: 'GET /communities/{communityId}',
  summary: 'A community',
  scope: 'svc-engine:community-read',
  responds: ok(Community),
  show: ({ params }) => store.show(params.communityId),
})

export const updateCommunity = change({
  id: 'updateCommunity',
  route: 'PATCH /communities/{communityId}',
  summary: 'Change a community',
  scope: 'svc-engine:community-update',
  body: UpdateCommunity,
  target: ({ caller, params }) => store.lock(params.communityId, caller),
  allow: admin,
  ifMatch: version,
  references: ({ body }) => store.references(body.adminGroupId),
  responds: ok(Community),
  changes: ({ target }) =>
    events(
      wasChanged('community', target.id),
      wasChanged('invitation', sql`s.community_id = ${target.id} and ${JUST_NOW}`),
    ),
  run({ db, caller, body, target, references }) {
    mayChooseAdmins(caller, target, references, body.adminGroupId)
    return store.update(db, merge(target, body))
  },
})

export const deleteCommunity = change({
  id: 'deleteCommunity',
  route: 'DELETE /communities/{communityId}',
  summary: 'Delete a community; matches attached to it keep showing it',
  scope: 'svc-engine:community-delete',
  target: ({ caller, params }) => store.lock(params.communityId, caller),
  allow: owner,
  ifMatch: version,
  responds: noContent,
  changes: ({ target }) =>
    events(
      wasDeleted('community', target.id),
      wasChanged('membership-request', sql`s.community_id = ${target.id} and ${JUST_NOW}`),
    ),
  async run({ db, target }) {
    await Promise.all(store.deletion(sql`id = ${target.id}`).map((change) => db.many(change)))
  },
})
