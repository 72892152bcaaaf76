/**
 * Who may see whom.
 *
 * | thing | seen by |
 * | --- | --- |
 * | user, canonical player | oneself, whoever PROFILE lets in, whoever shares a community; a group's owner also by its members |
 * | history of a canonical player | oneself, whoever MATCH_HISTORY lets in; then only the matches that the caller may see |
 *
 * Being put into a group shows nobody to its owner or to its other members.
 */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import { textField } from '../../http/filter/fields.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { NEUTRAL_NAME } from '../ref-json.ts'
import type { Policy } from './policy.ts'
import { communitiesOf, groupsOf, letsIn, usersLettingIn } from './relations.ts'

/** A user with what is joined to them. `sees` takes the user's id, `paths` are for `users u`. */
export const personPolicy = {
  sees: (caller: UserCaller, userId: Sql): Sql =>
    anyOf([
      sql`${userId} = ${caller.userId}`,
      letsIn(caller, userId, 'PROFILE'),
      sql`exists (
        select from memberships other where other.user_id = ${userId} and other.community_id in (${communitiesOf(caller)}))`,
      sql`exists (select from groups g where g.owner_id = ${userId} and g.id in (${groupsOf(caller)}))`,
    ]),

  paths: (caller: UserCaller): RowPath[] => [
    { where: sql`u.id = ${caller.userId}` },
    {
      range: { column: sql`u.id`, values: usersRelatedTo(caller) },
      where: sql`true`,
      countedElsewhere: sql`u.id = ${caller.userId}`,
    },
    {
      where: sql`u.is_public`,
      countedElsewhere: anyOf([sql`u.id = ${caller.userId}`, sql`u.id in (${usersRelatedTo(caller)})`]),
    },
  ],
} satisfies Policy<[userId: Sql]>

/** On a user's id. The matches of a history have row paths of their own (`played-matches.ts`). */
export const seesHistoryOf = (caller: UserCaller, userId: Sql): Sql =>
  anyOf([sql`${userId} = ${caller.userId}`, letsIn(caller, userId, 'MATCH_HISTORY')])

/**
 * The name of a user as the caller may know it: the neutral one unless the caller sees the user. Lists filter and sort by
 * this name too, because a filter by the real one would tell it.
 */
export const nameShown = (caller: UserCaller, userId: Sql): Sql => sql`(
  select case when ${personPolicy.sees(caller, userId)} then n.display_name else ${NEUTRAL_NAME} end
  from users n where n.id = ${userId})`

/** Stands in a whitelist for a name that depends on the caller: each row path replaces it by a field of `nameShown`. */
export const neutralNameField = textField(sql`${NEUTRAL_NAME}::text`)

/** The users who share a community with the caller, own a group with the caller in it, or let its members in by PROFILE. */
const usersRelatedTo = (caller: UserCaller): Sql => sql`
  select other.user_id from memberships other where other.community_id in (${communitiesOf(caller)})
  union
  select g.owner_id from groups g where g.id in (${groupsOf(caller)})
  union
  (${usersLettingIn(caller, 'PROFILE')})`
