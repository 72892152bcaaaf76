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
import { textField } from '../../http/filter/fields.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { NEUTRAL_NAME } from '../ref-json.ts'
import type { Policy } from './policy.ts'
import { type Viewer, communitiesOf, groupsOf, letsIn, usersLettingIn } from './relations.ts'

/** `sees` takes a user's id. `paths` is for statements with the alias `users u`. */
export const personPolicy = {
  sees: (caller: Viewer, userId: Sql): Sql =>
    anyOf([
      sql`${userId} = ${caller.userId}`,
      letsIn(caller, userId, 'PROFILE'),
      ...Object.values(relationsTo(caller, userId)),
    ]),

  paths: (caller: Viewer): RowPath[] => personPaths(caller, FELLOW_USERS, { where: sql`u.is_public` }),

  /** For statements with the aliases `canonical_players cp` and `users u`. */
  pathsToCanonicalPlayers: (caller: Viewer): RowPath[] =>
    personPaths(caller, FELLOW_CANONICAL_PLAYERS, {
      where: sql`cp.is_public`,
      copies: { createdAt: sql`cp.created_at` },
      keys: { name: sql`cp.sort_name` },
    }),
} satisfies Policy<[userId: Sql]> & Record<string, unknown>

/** The relations for which the caller sees a user, whatever the user's PROFILE setting says. */
export const relationsTo = (caller: Viewer, userId: Sql): Record<'COMMUNITY' | 'GROUP_OWNER', Sql> => ({
  COMMUNITY: sharesCommunity(caller, userId),
  GROUP_OWNER: sql`exists (select from groups g where g.owner_id = ${userId} and g.id in (${groupsOf(caller)}))`,
})

const personPaths = (caller: Viewer, fellowMembers: Partial<RowPath>, everybody: RowPath): RowPath[] => {
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

/** There is no condition against erased users, because an erased user has no memberships. */
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

export const seesHistoryOf = (caller: Viewer, userId: Sql): Sql =>
  anyOf([sql`${userId} = ${caller.userId}`, letsIn(caller, userId, 'MATCH_HISTORY')])

/**
 * The user's name if the caller sees the user or if `stands` is true, otherwise a neutral name. `stands` is a reason such as a
 * pending request. Lists must filter and sort by this name, because a filter by the real name would reveal it.
 */
export const nameShown = (caller: Viewer, userId: Sql, stands = NOTHING): Sql =>
  sql`(select ${nameOf(caller, stands)} from users n where n.id = ${userId})`

export const userShown = (caller: Viewer, userId: Sql, stands = NOTHING): Sql => sql`(
  select json_object('id': n.id, 'displayName': ${nameOf(caller, stands)}) from users n where n.id = ${userId})`

export const canonicalPlayerNameShown = (
  caller: Viewer,
  canonicalPlayerId: Sql,
  stands = NOTHING,
): Sql => sql`(
  select ${nameOf(caller, stands)} from canonical_players nc join users n on n.id = nc.user_id
  where nc.id = ${canonicalPlayerId})`

export const canonicalPlayerShown = (caller: Viewer, canonicalPlayerId: Sql, stands = NOTHING): Sql => sql`(
  select json_object('id': nc.id, 'displayName': ${nameOf(caller, stands)})
  from canonical_players nc join users n on n.id = nc.user_id where nc.id = ${canonicalPlayerId})`

/** A placeholder for a person's name in a list's fields. `Rows.fields` replaces it by the name that the caller may see. */
export const neutralNameField = textField(sql`${NEUTRAL_NAME}::text`)

const NOTHING = sql`false`

const nameOf = (caller: Viewer, stands: Sql): Sql => sql`
  case when ${anyOf([stands, personPolicy.sees(caller, sql`n.id`)])} then n.display_name else ${NEUTRAL_NAME} end`

const sharesCommunity = (caller: Viewer, userId: Sql): Sql => sql`exists (
  select from memberships other where other.user_id = ${userId} and other.community_id in (${communitiesOf(caller)}))`

const fellowMembersOf = (caller: Viewer): Sql => sql`
  select other.user_id from memberships other where other.community_id in (${communitiesOf(caller)})`

const usersRelatedTo = (caller: Viewer): Sql => sql`
  select g.owner_id from groups g where g.id in (${groupsOf(caller)})
  union
  (${usersLettingIn(caller, 'PROFILE')})`
