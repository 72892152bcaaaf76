/** Who may see whom: a person's profile, and their history. */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import { textField } from '../../http/filter/fields.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { NEUTRAL_NAME } from '../ref-json.ts'
import { groupsOf, communitiesOf, letsIn, usersLettingIn } from './relations.ts'

/**
 * On a user's id: oneself, whom PROFILE lets in, those who share a community, and the owner of a group for its members.
 * Being put into a group shows nobody: to its owner no more than to its other members.
 */
export const seesPerson = (caller: UserCaller, userId: Sql): Sql =>
  anyOf([
    sql`${userId} = ${caller.userId}`,
    letsIn(caller, userId, 'PROFILE'),
    sql`exists (
      select from memberships other where other.user_id = ${userId} and other.community_id in (${communitiesOf(caller)}))`,
    sql`exists (select from groups g where g.owner_id = ${userId} and g.id in (${groupsOf(caller)}))`,
  ])

/** For `users u`, and what is joined to them. */
export const personPaths = (caller: UserCaller): RowPath[] => [
  { where: sql`u.id = ${caller.userId}` },
  {
    range: { column: sql`u.id`, values: usersNear(caller) },
    where: sql`true`,
    countedElsewhere: sql`u.id = ${caller.userId}`,
  },
  {
    where: sql`u.is_public`,
    countedElsewhere: anyOf([sql`u.id = ${caller.userId}`, sql`u.id in (${usersNear(caller)})`]),
  },
]

/**
 * What the caller is shown as the name of a user: nobody is told it for having named the id. It is what a list shows,
 * and so what it is filtered and sorted by.
 */
export const nameShown = (caller: UserCaller, userId: Sql): Sql => sql`(
  select case when ${seesPerson(caller, userId)} then n.display_name else ${NEUTRAL_NAME} end
  from users n where n.id = ${userId})`

/** In a whitelist, for a name that each source gives as the caller is shown it; by itself it tells nobody's. */
export const untoldName = textField(sql`${NEUTRAL_NAME}::text`)

/** On a user's id: oneself and whom MATCH_HISTORY lets in; each then sees the matches that they see anyway. */
export const seesHistoryOf = (caller: UserCaller, userId: Sql): Sql =>
  anyOf([sql`${userId} = ${caller.userId}`, letsIn(caller, userId, 'MATCH_HISTORY')])

/** Whom the caller shares a community with, who put them into a group, and whose PROFILE lets them in as a member of one. */
const usersNear = (caller: UserCaller): Sql => sql`
  select other.user_id from memberships other where other.community_id in (${communitiesOf(caller)})
  union
  select g.owner_id from groups g where g.id in (${groupsOf(caller)})
  union
  (${usersLettingIn(caller, 'PROFILE')})`
