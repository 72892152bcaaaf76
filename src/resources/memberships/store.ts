/** The SQL of memberships: one row for each user in each community. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import { withConstraints } from '../../db/violations.ts'
import type { UserCaller } from '../../http/caller.ts'
import { timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { conflict, notFound } from '../../http/problem.ts'
import { communityName, userName } from '../name-fields.ts'
import { withMembershipsChanged } from '../ratings/changes.ts'
import { communityRef, userRef } from '../ref-json.ts'
import { administers } from '../visibility/relations.ts'
import { seesMembers } from '../visibility/parties.ts'

export const membershipJson = sql`json_object(
  'id': ms.id,
  'community': ${communityRef(sql`ms.community_id`)},
  'user': ${userRef(sql`ms.user_id`)},
  'createdAt': rfc3339(ms.created_at),
  'updatedAt': rfc3339(ms.updated_at))`

export const memberships: Collection<{ caller: UserCaller; params: { communityId: string } }> = {
  fields: {
    id: uuidField(sql`ms.id`),
    userId: uuidField(sql`ms.user_id`),
    userName: userName(sql`ms.user_id`),
    createdAt: timestampField(sql`ms.created_at`),
  },
  sorts: ['id', 'createdAt'],
  rows: ({ caller, params: { communityId } }) => ({
    from: sql`memberships ms`,
    where: sql`ms.community_id = ${communityId}`,
    json: membershipJson,
    parent: sql`
      select ${seesMembers(caller)} as visible from communities c where c.id = ${communityId} and c.deleted_at is null`,
  }),
}

export const ownMemberships: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`ms.id`),
    communityId: uuidField(sql`ms.community_id`),
    communityName: communityName(sql`ms.community_id`),
    createdAt: timestampField(sql`ms.created_at`),
  },
  sorts: ['id', 'createdAt'],
  rows: ({ caller }) => ({
    from: sql`memberships ms`,
    where: sql`ms.user_id = ${caller.userId}`,
    json: sql`(
      select json_object(
        'id': ms.id,
        'community': json_object('id': c.id, 'displayName': c.display_name),
        'owner': ${userRef(sql`c.owner_id`)},
        'isAdmin': ${administers(caller)},
        'createdAt': rfc3339(ms.created_at),
        'updatedAt': rfc3339(ms.updated_at))
      from communities c where c.id = ms.community_id)`,
  }),
}

/** Shows a membership. To a caller without access, `visible` is false, so they cannot find out whether the membership exists. */
export const show = (communityId: string, userId: string, caller: UserCaller) => sql<Found>`
  select ms.version, access.visible, (${membershipJson})::text as body
  from communities c
  cross join lateral (select ${seesMembers(caller)} as visible) access
  left join memberships ms on ms.community_id = c.id and ms.user_id = ${userId}
  where c.id = ${communityId} and c.deleted_at is null and (ms.id is not null or not access.visible)`

/** Sends the statement `before`, and then inserts the membership. The URL path of a membership has the id of its user. */
export const insert = (
  db: Queryable,
  before: Sql,
  communityId: string,
  { userId }: UserCaller,
): Promise<Shown> =>
  withConstraints(
    { memberships_user_key: alreadyMember },
    changeAndShow(
      db,
      [before, insertion(communityId, userId)],
      sql<Shown>`
        select ms.user_id as id, ms.version, (${membershipJson})::text as body
        from memberships ms where ms.community_id = ${communityId} and ms.user_id = ${userId}`,
    ),
  )

/** Inserts a membership, and locks the user, because the row has a copy of the user's name. */
export const insertion = (communityId: string, userId: string): Sql =>
  withMembershipsChanged(sql`
    insert into memberships (id, community_id, user_id, canonical_player_id, user_name, user_created_at)
    select ${uuidBeside(userId)}, ${communityId}, u.id, cp.id, folded(u.display_name), u.created_at
    from users u join canonical_players cp on cp.user_id = u.id where u.id = ${userId} for share of u
    returning *`)

/** Deletes memberships and returns a row for each. */
export const ending = (which: Sql): Sql =>
  sql`${withMembershipsChanged(sql`delete from memberships where ${which} returning *`)} returning id`

/** Deletes the membership. Returns whether the user still administers the community, as a member of its admin group. */
export async function remove(db: Queryable, communityId: string, userId: string): Promise<boolean> {
  const [removed, { isAdmin }] = await Promise.all([
    db.maybe(ending(sql`community_id = ${communityId} and user_id = ${userId}`)),
    db.one(sql<{ isAdmin: boolean }>`
      select exists (
        select from communities c join group_members gm on gm.group_id = c.admin_group_id
        where c.id = ${communityId} and gm.user_id = ${userId}) as "isAdmin"`),
  ])
  if (!removed) throw notFound('This user is not a member of the community.')
  return isAdmin
}

export const alreadyMember = () => conflict('This user is a member of the community already.')
