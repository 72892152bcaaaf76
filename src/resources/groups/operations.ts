/** List, read, create, rename and delete groups, and add and remove their members. */
import { sql } from '../../db/sql.ts'
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import type { UserCaller } from '../../http/caller.ts'
import { merge } from '../../http/operation/merge.ts'
import { mustReferToUser } from '../users/rules.ts'
import * as users from '../users/store.ts'
import * as members from './members.ts'
import { AddGroupMember, CreateGroup, Group, GroupMember, UpdateGroup } from './schema.ts'
import * as store from './store.ts'
import { JUST_NOW, events, wasChanged, wasDeleted, wasMade } from '../events/write.ts'

const owner = {
  may: ({ userId }: UserCaller, { ownerId }: store.LockedGroup) => userId === ownerId,
  refusal: 'Only the owner of a group may change or delete it, and add members.',
}

const membersRefusal = 'Only the owner of a group may see its members.'

export const listGroups = list({
  id: 'listGroups',
  route: 'GET /groups',
  summary: 'The groups that the caller owns',
  scope: 'svc-engine:group-read',
  item: Group,
  of: store.groups,
})

export const countGroups = count({
  id: 'countGroups',
  route: 'GET /groups/count',
  summary: 'How many groups the caller owns',
  scope: 'svc-engine:group-read',
  of: store.groups,
})

export const createGroup = change({
  id: 'createGroup',
  route: 'POST /groups',
  summary: 'Create a group',
  scope: 'svc-engine:group-create',
  body: CreateGroup,
  responds: created(Group),
  changes: ({ shown }) => events(wasMade('group', shown?.id)),
  run: ({ db, caller, body }) => store.insert(db, caller, body.displayName),
})

export const getGroup = read({
  id: 'getGroup',
  route: 'GET /groups/{groupId}',
  summary: 'A group that the caller owns or is a member of',
  scope: 'svc-engine:group-read',
  responds: ok(Group),
  show: ({ caller, params }) => store.show(params.groupId, caller),
})

export const updateGroup = change({
  id: 'updateGroup',
  route: 'PATCH /groups/{groupId}',
  summary: 'Rename a group',
  scope: 'svc-engine:group-update',
  body: UpdateGroup,
  target: ({ params }) => store.lock(params.groupId),
  allow: owner,
  ifMatch: version,
  responds: ok(Group),
  changes: ({ target }) => events(wasChanged('group', target.id)),
  run: ({ db, caller, body, target }) => store.rename(db, caller, merge(target, body)),
})

export const deleteGroup = change({
  id: 'deleteGroup',
  route: 'DELETE /groups/{groupId}',
  summary: 'Delete a group; privacy settings no longer let its members in',
  scope: 'svc-engine:group-delete',
  target: ({ caller, params }) => store.lockAll(params.groupId, caller),
  allow: owner,
  ifMatch: version,
  responds: noContent,
  changes: ({ caller, target }) =>
    events(
      wasDeleted('group', target.id),
      wasChanged('privacy-setting', sql`s.user_id = ${caller.userId} and ${JUST_NOW}`),
    ),
  run: ({ db, target }) => store.remove(db, target),
})

export const listGroupMembers = list({
  id: 'listGroupMembers',
  route: 'GET /groups/{groupId}/members',
  summary: 'The members of a group of the caller',
  refusal: membersRefusal,
  scope: 'svc-engine:group-member-read',
  item: GroupMember,
  of: members.groupMembers,
})

export const countGroupMembers = count({
  id: 'countGroupMembers',
  route: 'GET /groups/{groupId}/members/count',
  summary: 'How many members a group of the caller has',
  refusal: membersRefusal,
  scope: 'svc-engine:group-member-read',
  of: members.groupMembers,
})

export const addGroupMember = change({
  id: 'addGroupMember',
  route: 'POST /groups/{groupId}/members',
  summary: 'Add a user to a group',
  scope: 'svc-engine:group-member-add',
  body: AddGroupMember,
  target: ({ params }) => store.lock(params.groupId),
  allow: owner,
  others: ({ body }) => sql`select ${body.userId}::uuid`,
  references: ({ body }) => users.references(body.userId),
  responds: noContent,
  changes: ({ target }) =>
    events(
      wasChanged('group', target.id),
      wasChanged(
        'invitation',
        sql`s.community_id in (select led.id from communities led where led.admin_group_id = ${target.id}) and ${JUST_NOW}`,
      ),
    ),
  async run({ db, body, target, references }) {
    mustReferToUser(references, body.userId)
    await members.add(db, target.id, body.userId)
  },
})

export const removeGroupMember = change({
  id: 'removeGroupMember',
  route: 'DELETE /groups/{groupId}/members/{userId}',
  summary:
    'Leave a group, or as the owner remove a member; the member may then no longer see what only the group may see',
  scope: 'svc-engine:group-member-remove',
  target: ({ caller, params }) => store.lockSeat(params.groupId, params.userId, caller),
  allow: {
    may: ({ userId }, { ownerId, ownSeat }) => userId === ownerId || ownSeat,
    refusal: 'Only the owner of a group may remove other members.',
  },
  responds: noContent,
  changes: ({ target }) => events(wasChanged('group', target.id)),
  run: ({ db, params, target }) => members.remove(db, target.id, params.userId),
})

export const listMyGroups = list({
  id: 'listMyGroups',
  route: 'GET /users/me/groups',
  summary: 'The groups that the caller is in, whoever owns them',
  scope: 'svc-engine:group-read',
  item: Group,
  of: store.groupsJoined,
})

export const countMyGroups = count({
  id: 'countMyGroups',
  route: 'GET /users/me/groups/count',
  summary: 'How many groups the caller is in',
  scope: 'svc-engine:group-read',
  of: store.groupsJoined,
})
