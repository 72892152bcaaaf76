/** Who may see whom: a person's profile, and their history. */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import type { Source } from '../../http/filter/list.ts'
import { groupsOf, joined, letsIn, privileging } from './relations.ts'

/** On a user's id: oneself, whom PROFILE lets in, and those who share a community or a group. */
export const seesPerson = (caller: UserCaller, userId: Sql): Sql =>
  anyOf([
    sql`${userId} = ${caller.userId}`,
    letsIn(caller, userId, 'PROFILE'),
    sql`exists (
      select from memberships other where other.user_id = ${userId} and other.community_id in (${joined(caller)}))`,
    sql`exists (select from group_members other where other.user_id = ${userId} and other.group_id in (${known(caller)}))`,
    sql`exists (select from groups g where g.owner_id = ${userId} and g.id in (${groupsOf(caller)}))`,
  ])

/** For `users u`, and what is joined to them. */
export const personSources = (caller: UserCaller): Source[] => [
  { where: sql`u.id = ${caller.userId}` },
  {
    range: { column: sql`u.id`, values: near(caller) },
    where: sql`true`,
    unless: sql`u.id = ${caller.userId}`,
  },
  {
    where: sql`u.is_public`,
    unless: anyOf([sql`u.id = ${caller.userId}`, sql`u.id in (${near(caller)})`]),
  },
]

/** On a user's id: oneself and whom MATCH_HISTORY lets in; each then sees the matches that they see anyway. */
export const seesHistoryOf = (caller: UserCaller, userId: Sql): Sql =>
  anyOf([sql`${userId} = ${caller.userId}`, letsIn(caller, userId, 'MATCH_HISTORY')])

/** The groups that the caller is a member of, or owns. */
const known = (caller: UserCaller): Sql => sql`
  ${groupsOf(caller)} union all
  select g.id from groups g where g.owner_id = ${caller.userId} and g.deleted_at is null`

/** Whom the caller shares something with, or whose PROFILE lets them in as a member of a group. */
const near = (caller: UserCaller): Sql => sql`
  select other.user_id from memberships other where other.community_id in (${joined(caller)})
  union
  select other.user_id from group_members other where other.group_id in (${known(caller)})
  union
  select g.owner_id from groups g where g.id in (${groupsOf(caller)})
  union
  (${privileging(caller, 'PROFILE')})`
