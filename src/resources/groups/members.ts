/** The SQL of a group's members. A change of members raises the group's version, because the group shows their number. */
import { endInvitationsOfFormerAdmins } from '../communities/store.ts'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { withConstraints } from '../../db/violations.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Fields, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { conflict, notFound } from '../../http/problem.ts'
import { nameShown, neutralNameField } from '../visibility/people.ts'

const fields: Fields = {
  id: uuidField(sql`gm.user_id`),
  name: neutralNameField,
  createdAt: timestampField(sql`gm.created_at`),
}

export const groupMemberJson = (caller: UserCaller): Sql => sql`json_object(
  'id': gm.user_id, 'displayName': ${nameShown(caller, sql`gm.user_id`)}, 'addedAt': rfc3339(gm.created_at))`

/** The members of a group. `createdAt` is the time when the owner added the member. */
export const groupMembers: Collection<{ caller: UserCaller; params: { groupId: string } }> = {
  fields,
  sorts: ['id', 'name', 'createdAt'],
  rows({ caller, params: { groupId } }) {
    const name = textField(nameShown(caller, sql`gm.user_id`))
    return {
      // The subselect is needed: without it, a page would also find rows of the same users in other groups.
      from: sql`(select * from group_members where group_id = ${groupId}) gm`,
      where: sql`true`,
      paths: [{ where: sql`true`, fields: { ...fields, name }, keys: { name: name.sortKey.expression } }],
      json: groupMemberJson(caller),
      parent: sql`
        select g.owner_id = ${caller.userId} as visible from groups g where g.id = ${groupId} and g.deleted_at is null`,
    }
  },
}

export const add = (db: Queryable, groupId: string, userId: string): Promise<unknown> =>
  withConstraints(
    { group_members_pkey: () => conflict('This user is a member of the group already.') },
    Promise.all([
      db.many(
        endInvitationsOfFormerAdmins(
          sql`select led.id from communities led where led.admin_group_id = ${groupId} and led.deleted_at is null`,
        ),
      ),
      db.many(sql`insert into group_members (group_id, user_id) values (${groupId}, ${userId})`),
      db.many(raiseVersion(sql`id = ${groupId}`)),
    ]),
  )

export async function remove(db: Queryable, groupId: string, userId: string): Promise<void> {
  const [removed] = await Promise.all([
    db.maybe(sql`
      delete from group_members where group_id = ${groupId} and user_id = ${userId} returning user_id`),
    db.many(raiseVersion(sql`id = ${groupId}`)),
  ])
  if (!removed) throw notFound('This user is not a member of the group.')
}

export const raiseVersion = (which: Sql): Sql => sql`
  update groups set version = version + 1, updated_at = now() where ${which}`
