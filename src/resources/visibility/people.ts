/**
 * Who may see which people.
 *
 * | thing | seen by |
 * | --- | --- |
 * | user, canonical player | themselves, people that PROFILE lets in, people of the same communities; the owner of a group is also seen by its members |
 * | history of a canonical player | themselves, people that MATCH_HISTORY lets in; they see only the matches that they may see |
 *
 * Membership in a group does not let the group's owner or its other members see a user.
 */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { textField } from '../../http/filter/fields.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { NEUTRAL_NAME } from '../ref-json.ts'
import type { Policy } from './policy.ts'
import { communitiesOf, groupsOf, letsIn, usersLettingIn } from './relations.ts'

/** The policy of users and canonical players. `sees` takes the user's id, `paths` are for `users u`. */
export const personPolicy = {
  sees: (caller: UserCaller, userId: Sql): Sql =>
    anyOf([
      sql`${userId} = ${caller.userId}`,
      letsIn(caller, userId, 'PROFILE'),
      sharesCommunity(caller, userId),
      sql`exists (select from groups g where g.owner_id = ${userId} and g.id in (${groupsOf(caller)}))`,
    ]),

  paths: (caller: UserCaller): RowPath[] => personPaths(caller, FELLOW_USERS, { where: sql`u.is_public` }),

  /** The same for `canonical_players cp join users u`. */
  pathsToCanonicalPlayers: (caller: UserCaller): RowPath[] =>
    personPaths(caller, FELLOW_CANONICAL_PLAYERS, {
      where: sql`cp.is_public`,
      copies: { createdAt: sql`cp.created_at` },
      keys: { name: sql`cp.sort_name` },
    }),
} satisfies Policy<[userId: Sql]> & Record<string, unknown>

const personPaths = (caller: UserCaller, fellowMembers: Partial<RowPath>, everybody: RowPath): RowPath[] => {
  const oneself = sql`u.id = ${caller.userId}`
  return [
    { where: oneself },
    {
      range: { column: sql`ms.community_id`, values: communitiesOf(caller) },
      where: sql`true`,
      mayRepeat: true,
      countedElsewhere: sql`ms.user_id = ${caller.userId}`,
      ...fellowMembers,
    },
    {
      range: { column: sql`u.id`, values: usersRelatedTo(caller) },
      where: sql`true`,
      countedElsewhere: anyOf([oneself, sharesCommunity(caller, sql`u.id`)]),
    },
    {
      ...everybody,
      countedElsewhere: anyOf([
        oneself,
        sql`u.id in (${fellowMembersOf(caller)})`,
        sql`u.id in (${usersRelatedTo(caller)})`,
      ]),
    },
  ]
}

/**
 * A membership has copies of the columns by which users are sorted; a canonical player is as old as its user. Erased users have
 * no memberships, so they need no condition.
 */
const FELLOW_USERS: Pick<RowPath, 'from' | 'indexOnly' | 'copies' | 'keys'> = {
  from: sql`memberships ms join users u on u.id = ms.user_id`,
  indexOnly: sql`memberships ms`,
  copies: { id: sql`ms.user_id`, createdAt: sql`ms.user_created_at` },
  keys: { name: sql`ms.user_name` },
}

const FELLOW_CANONICAL_PLAYERS: typeof FELLOW_USERS = {
  from: sql`memberships ms join users u on u.id = ms.user_id join canonical_players cp on cp.id = ms.canonical_player_id`,
  indexOnly: sql`memberships ms`,
  copies: { id: sql`ms.canonical_player_id`, createdAt: sql`ms.user_created_at` },
  keys: { name: sql`ms.user_name` },
}

/** For a user's id: the caller sees their history. Its matches have row paths of their own (`played-matches.ts`). */
export const seesHistoryOf = (caller: UserCaller, userId: Sql): Sql =>
  anyOf([sql`${userId} = ${caller.userId}`, letsIn(caller, userId, 'MATCH_HISTORY')])

/**
 * The name of a user that the caller is shown. It is the neutral name unless the caller sees the user, or the condition `stands`
 * is true: something between them, such as a pending request, shows the name while it lasts. Lists also filter and sort by this
 * name, because a filter by the real name would reveal it.
 */
export const nameShown = (caller: UserCaller, userId: Sql, stands = NOTHING): Sql =>
  sql`(select ${nameOf(caller, stands)} from users n where n.id = ${userId})`

/** The user as `{id, displayName}` with the name that the caller is shown; null if the id is null. */
export const userShown = (caller: UserCaller, userId: Sql, stands = NOTHING): Sql => sql`(
  select json_object('id': n.id, 'displayName': ${nameOf(caller, stands)}) from users n where n.id = ${userId})`

/** A canonical player has the name of its user. */
export const canonicalPlayerNameShown = (
  caller: UserCaller,
  canonicalPlayerId: Sql,
  stands = NOTHING,
): Sql => sql`(
  select ${nameOf(caller, stands)} from canonical_players nc join users n on n.id = nc.user_id
  where nc.id = ${canonicalPlayerId})`

export const canonicalPlayerShown = (
  caller: UserCaller,
  canonicalPlayerId: Sql,
  stands = NOTHING,
): Sql => sql`(
  select json_object('id': nc.id, 'displayName': ${nameOf(caller, stands)})
  from canonical_players nc join users n on n.id = nc.user_id where nc.id = ${canonicalPlayerId})`

/**
 * A placeholder in a whitelist for a name that depends on the caller. `Rows.fields` replaces it by a field with the shown name.
 */
export const neutralNameField = textField(sql`${NEUTRAL_NAME}::text`)

/** Nothing between the caller and the other person shows a name. */
const NOTHING = sql`false`

/** The shown name of a row of `users n`. */
const nameOf = (caller: UserCaller, stands: Sql): Sql => sql`
  case when ${anyOf([stands, personPolicy.sees(caller, sql`n.id`)])} then n.display_name else ${NEUTRAL_NAME} end`

const sharesCommunity = (caller: UserCaller, userId: Sql): Sql => sql`exists (
  select from memberships other where other.user_id = ${userId} and other.community_id in (${communitiesOf(caller)}))`

const fellowMembersOf = (caller: UserCaller): Sql => sql`
  select other.user_id from memberships other where other.community_id in (${communitiesOf(caller)})`

/** The users who own a group that the caller is in, or whose PROFILE setting lets in the members of such a group. */
const usersRelatedTo = (caller: UserCaller): Sql => sql`
  select g.owner_id from groups g where g.id in (${groupsOf(caller)})
  union
  (${usersLettingIn(caller, 'PROFILE')})`
