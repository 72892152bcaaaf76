/** The SQL of groups. A deleted group has no members, so it lets in nobody. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Fields, some, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import { userName } from '../name-fields.ts'
import { userRef } from '../ref-json.ts'
import { nameShown, neutralNameField } from '../visibility/people.ts'
import { groupsOf } from '../visibility/relations.ts'
import { seesGroup } from '../visibility/parties.ts'

export type LockedGroup = {
  id: string
  version: number
  ownerId: string
  displayName: string
}

/** A user and a group; the user may or may not be a member. */
export type LockedSeat = {
  id: string
  ownerId: string
  ownSeat: boolean
}

export const groupJson = sql`json_object(
  'id': g.id,
  'owner': ${userRef(sql`g.owner_id`)},
  'displayName': g.display_name,
  'memberCount': (select count(*) from group_members gm where gm.group_id = g.id),
  'createdAt': rfc3339(g.created_at),
  'updatedAt': rfc3339(g.updated_at))`

const withMember = (condition: Sql) => sql`exists (
  select from group_members gm where gm.group_id = g.id and (${condition}))`

const fields = {
  id: uuidField(sql`g.id`),
  name: textField(sql`g.display_name`),
  membersId: some(uuidField(sql`gm.user_id`), withMember),
  membersName: some(neutralNameField, withMember),
  createdAt: timestampField(sql`g.created_at`),
  updatedAt: timestampField(sql`g.updated_at`),
} satisfies Fields

export const groups: Collection<{ caller: UserCaller }> = {
  fields,
  sorts: ['id', 'name', 'createdAt', 'updatedAt'],
  rows({ caller }) {
    const membersName = some(textField(nameShown(caller, sql`gm.user_id`)), withMember)
    return {
      from: sql`groups g`,
      where: sql`g.deleted_at is null`,
      paths: [{ where: sql`g.owner_id = ${caller.userId}`, fields: { ...fields, membersName } }],
      json: groupJson,
    }
  },
}

export const groupsJoined: Collection<{ caller: UserCaller }> = {
  fields: {
    id: fields.id,
    name: fields.name,
    ownerId: uuidField(sql`g.owner_id`),
    ownerName: userName(sql`g.owner_id`),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
  sorts: ['id', 'name', 'createdAt', 'updatedAt'],
  rows: ({ caller }) => ({
    from: sql`groups g`,
    where: sql`g.deleted_at is null and g.id in (${groupsOf(caller)})`,
    json: groupJson,
  }),
}

export const show = (id: string, caller: UserCaller) => sql<Found>`
  select g.id, g.version, ${seesGroup(caller)} as visible,
    (${groupJson})::text as body
  from groups g where g.id = ${id} and g.deleted_at is null`

export const lock = (id: string) => sql<LockedGroup>`
  select id, version, owner_id as "ownerId", display_name as "displayName"
  from groups where id = ${id} and deleted_at is null for update`

export const lockSeat = (id: string, userId: string, caller: UserCaller) => sql<LockedSeat>`
  select id, owner_id as "ownerId", ${userId}::uuid = ${caller.userId}::uuid as "ownSeat"
  from groups where id = ${id} and deleted_at is null for update`

/** Locks the group. The owner's privacy settings are locked first, in the same order as in a change of a setting. */
export const lockAll = (id: string, { userId }: UserCaller) => sql<LockedGroup>`
  with settings as (select id from privacy_settings where user_id = ${userId} order by id for update)
  select g.id, g.version, g.owner_id as "ownerId", g.display_name as "displayName"
  from (select count(*) from settings) locked, groups g where g.id = ${id} and g.deleted_at is null for update of g`

export const insert = (db: Queryable, { userId }: UserCaller, displayName: string): Promise<Shown> =>
  db.one(sql<Shown>`
    with g as (
      insert into groups (id, owner_id, display_name) values (${uuidBeside(userId)}, ${userId}, ${displayName})
      returning *
    )
    select g.id, g.version, (${groupJson})::text as body from g`)

export const rename = (db: Queryable, caller: UserCaller, { id, displayName }: LockedGroup): Promise<Shown> =>
  changeAndShow(
    db,
    [
      sql`
        update groups set display_name = ${displayName}, version = version + 1, updated_at = now() where id = ${id}`,
    ],
    show(id, caller),
  )

/** Deletes the group. Throws if the group administers a community, and the transaction is rolled back. */
export async function remove(db: Queryable, { id }: LockedGroup): Promise<void> {
  const [{ administers }] = await Promise.all([
    db.one(sql<{ administers: boolean }>`
      select exists (select from communities where admin_group_id = ${id} and deleted_at is null) as administers`),
    ...deletion(sql`id = ${id}`).map((change) => db.many(change)),
  ])
  if (administers) {
    throw conflict(
      'This group administers a community: give the community another admin group, or none, first.',
    )
  }
}

export const deletion = (which: Sql): Sql[] => [
  sql`
    with gone as (
      delete from privacy_setting_groups where group_id in (select id from groups where ${which}) returning setting_id
    )
    update privacy_settings set version = version + 1, updated_at = now()
    where id in (select setting_id from gone)`,
  sql`delete from group_members where group_id in (select id from groups where ${which})`,
  sql`
    update groups set deleted_at = now(), version = version + 1, updated_at = now()
    where ${which} and deleted_at is null`,
]
