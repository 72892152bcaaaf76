/** The SQL of communities. A deleted community has no members and no pending requests. */
import type * as z from 'zod'
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import type { UserCaller } from '../../http/caller.ts'
import { enumField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { cancel } from '../membership-requests/store.ts'
import { ending, insertion } from '../memberships/store.ts'
import { userName } from '../name-fields.ts'
import { groupRef, userRef } from '../ref-json.ts'
import { administers } from '../visibility/relations.ts'
import { type CreateCommunity, JOIN_POLICIES } from './schema.ts'
import { events, membershipsEnding } from '../events/write.ts'

export type LockedCommunity = {
  id: string
  version: number
  ownerId: string
  isAdmin: boolean
  displayName: string
  description: string | null
  joinPolicy: (typeof JOIN_POLICIES)[number]
  adminGroupId: string | null
}

export type AdminGroup = {
  ownerId: string
}

export const communityJson = sql`json_object(
  'id': c.id,
  'owner': ${userRef(sql`c.owner_id`)},
  'adminGroup': ${groupRef(sql`c.admin_group_id`)},
  'displayName': c.display_name,
  'description': c.description,
  'joinPolicy': c.join_policy,
  'createdAt': rfc3339(c.created_at),
  'updatedAt': rfc3339(c.updated_at)
  absent on null)`

export const communities: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`c.id`),
    name: textField(sql`c.display_name`),
    ownerId: uuidField(sql`c.owner_id`),
    ownerName: userName(sql`c.owner_id`),
    joinPolicy: enumField(sql`c.join_policy`, JOIN_POLICIES),
    createdAt: timestampField(sql`c.created_at`),
    updatedAt: timestampField(sql`c.updated_at`),
  },
  sorts: ['id', 'name', 'createdAt', 'updatedAt'],
  rows: () => ({ from: sql`communities c`, where: sql`c.deleted_at is null`, json: communityJson }),
}

export const show = (id: string) => sql<Found>`
  select c.id, c.version, (${communityJson})::text as body from communities c where c.id = ${id} and c.deleted_at is null`

export const lock = (id: string, caller: UserCaller) =>
  sql<LockedCommunity>`${selectToLock(id, caller)} for update`

/** A shared lock: nobody can change the community while somebody joins it, or while a membership request is made or decided. */
export const lockForShare = (id: string, caller: UserCaller) =>
  sql<LockedCommunity>`${selectToLock(id, caller)} for share`

const selectToLock = (id: string, caller: UserCaller) => sql`
  select c.id, c.version, c.owner_id as "ownerId", ${administers(caller)} as "isAdmin",
    c.display_name as "displayName", c.description, c.join_policy as "joinPolicy", c.admin_group_id as "adminGroupId"
  from communities c where c.id = ${id} and c.deleted_at is null`

/** Locks the group, so that it exists until the commit. */
export const references = (adminGroupId: string | null | undefined): Sql<AdminGroup> | undefined =>
  adminGroupId
    ? sql<AdminGroup>`
        select owner_id as "ownerId" from groups where id = ${adminGroupId} and deleted_at is null for share`
    : undefined

export async function insert(
  db: Queryable,
  { userId }: UserCaller,
  community: z.output<typeof CreateCommunity>,
): Promise<Shown> {
  const id = uuidBeside(userId)
  const changes = [
    sql`
      insert into communities (id, owner_id, admin_group_id, display_name, description, join_policy)
      values (${id}, ${userId}, ${community.adminGroupId}, ${community.displayName}, ${community.description},
        ${community.joinPolicy})`,
    insertion(id, userId),
  ]
  return changeAndShow(db, changes, show(id))
}

export const update = (db: Queryable, community: LockedCommunity): Promise<Shown> =>
  changeAndShow(
    db,
    [
      endInvitationsOfFormerAdmins(sql`select ${community.id}::uuid`),
      sql`
        update communities set display_name = ${community.displayName}, description = ${community.description},
          join_policy = ${community.joinPolicy}, admin_group_id = ${community.adminGroupId},
          version = version + 1, updated_at = now()
        where id = ${community.id}`,
    ],
    show(community.id),
  )

/**
 * Ends the invitations to these communities whose inviters are no longer admins. Send it before somebody becomes an admin.
 * Otherwise invitations that this person made as an earlier admin would work again.
 */
export const endInvitationsOfFormerAdmins = (communities: Sql): Sql => sql`
  update invitations i set ended_at = now(), version = i.version + 1, updated_at = now() from communities c
  where c.id in (${communities}) and i.community_id = c.id and i.ended_at is null and i.uses < i.most_uses
    and c.owner_id <> i.inviter_id and not exists (
      select from group_members gm where gm.group_id = c.admin_group_id and gm.user_id = i.inviter_id)`

export const deletion = (which: Sql): Sql[] => [
  ...events(membershipsEnding(sql`s.community_id in (select id from communities where ${which})`)),
  ending(sql`community_id in (select id from communities where ${which})`),
  cancel(sql`community_id in (select id from communities where ${which})`),
  sql`
    update communities set deleted_at = now(), version = version + 1, updated_at = now()
    where ${which} and deleted_at is null`,
]
