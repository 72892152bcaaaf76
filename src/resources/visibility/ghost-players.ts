/**
 * Who may see which ghost players.
 *
 * | thing | seen by |
 * | --- | --- |
 * | ghost player | its owner, its claimed player, everybody who sees a match that it is in |
 *
 * The owner of a ghost player records all its matches. So the owner's trusted editors and privacy settings decide here too.
 */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { NEUTRAL_NAME } from '../ref-json.ts'
import { isMarkedOpen, isOpen, usersOpening } from './open.ts'
import type { Policy } from './policy.ts'
import { circlesOf } from './circles.ts'
import { type Viewer, communitiesOf, isTrustedBy, usersLettingIn, usersTrusting } from './relations.ts'

export const ghostPlayerPolicy = {
  sees: (caller: Viewer): Sql =>
    anyOf([
      sql`gp.owner_id = ${caller.userId}`,
      isClaimedBy(caller),
      sql`${isTrustedBy(caller, sql`gp.owner_id`)} and ${takesPart(sql`true`)}`,
      sql`(${isOpen(sql`gp.is_public`, sql`gp.owner_id`)} or gp.owner_id in (${usersLettingIn(caller, 'MATCH_HISTORY')}))
        and ${takesPart(sql`seat.match_final`)}`,
      isInCircle(caller),
      sql`gp.deleted_at is not null and ${isMet(caller)}`,
    ]),

  paths: (caller: Viewer): RowPath[] => [
    { where: sql`gp.owner_id = ${caller.userId}` },
    {
      range: ownedBy(usersTrusting(caller)),
      where: sql`${takesPart(sql`true`)} or ${isClaimedBy(caller)}`,
    },
    {
      range: { column: sql`sg.circle_id`, values: circlesOf(caller) },
      from: sql`seen_ghost_players sg join ghost_players gp on gp.id = sg.ghost_player_id`,
      indexOnly: sql`seen_ghost_players sg`,
      where: sql`true`,
      copies: {
        id: sql`sg.ghost_player_id`,
        createdAt: sql`sg.created_at`,
        updatedAt: sql`sg.updated_at`,
      },
      keys: { name: sql`sg.sort_name` },
      mayRepeat: true,
      countedElsewhere: ownsOrIsTrusted(caller, sql`sg.owner_id`),
    },
    {
      range: ownedBy(usersLettingIn(caller, 'MATCH_HISTORY')),
      where: takesPart(sql`seat.match_final`),
      countedElsewhere: anyOf([ownsOrIsTrusted(caller), sql`gp.id in (${ghostPlayersMet(caller)})`]),
    },
    {
      range: ownedBy(usersOpening),
      where: takesPart(sql`seat.match_final`),
      countedElsewhere: anyOf([sql`gp.is_public`, ...openElsewhere(caller)]),
    },
    {
      where: sql`${isMarkedOpen(sql`gp.is_public`, sql`gp.owner_id`)} and ${takesPart(sql`seat.match_final`)}`,
      countedElsewhere: anyOf(openElsewhere(caller)),
    },
  ],
} satisfies Policy

export const ghostPlayerShown = (caller: Viewer, ghostPlayerId: Sql): Sql => sql`
  json_object('id': ${ghostPlayerId}, 'displayName': ${ghostPlayerNameShown(caller, ghostPlayerId)})`

export const ghostPlayerNameShown = (caller: Viewer, ghostPlayerId: Sql): Sql => sql`(
  select case when ${ghostPlayerPolicy.sees(caller)} then gp.display_name else ${NEUTRAL_NAME} end
  from ghost_players gp where gp.id = ${ghostPlayerId})`

const ownedBy = (users: Sql) => ({ column: sql`gp.owner_id`, values: users })

const isInCircle = (caller: Viewer): Sql => sql`exists (
  select from seen_ghost_players sg where sg.ghost_player_id = gp.id and sg.circle_id in (${circlesOf(caller)}))`

/**
 * True if the caller sees a match with the ghost player. A deleted ghost player has no rows in `seen_ghost_players`, but matches
 * still show it.
 */
const isMet = (caller: Viewer): Sql =>
  anyOf([
    sql`exists (
      select from claim_edges ce
      join participants own on own.ghost_player_id = ce.ghost_player_id and own.match_final
        and own.match_deleted_at is null
      join participants seat on seat.match_id = own.match_id
      where ce.canonical_player_id = ${caller.canonicalPlayerId} and ce.revoked_at is null
        and ce.owner_id = gp.owner_id and seat.ghost_player_id = gp.id)`,
    sql`exists (
      select from participants seat join matches m on m.id = seat.match_id
      where seat.ghost_player_id = gp.id and seat.match_final and seat.match_deleted_at is null
        and m.community_id in (${communitiesOf(caller)}))`,
  ])

const ghostPlayersMet = (caller: Viewer): Sql => sql`
  select sg.ghost_player_id from seen_ghost_players sg where sg.circle_id in (${circlesOf(caller)})`

const openElsewhere = (caller: Viewer): Sql[] => [
  ownsOrIsTrusted(caller),
  sql`gp.owner_id in (${usersLettingIn(caller, 'MATCH_HISTORY')})`,
  sql`gp.id in (${ghostPlayersMet(caller)})`,
]

/** The same condition as `isTrustedBy`, but faster in lists: `isTrustedBy` would run once for each row. */
const ownsOrIsTrusted = (caller: Viewer, ownerId = sql`gp.owner_id`): Sql =>
  sql`(${ownerId} = ${caller.userId} or ${ownerId} in (${usersTrusting(caller)}))`

const isClaimedBy = ({ canonicalPlayerId }: Viewer): Sql => sql`exists (
  select from claim_edges ce
  where ce.ghost_player_id = gp.id and ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null)`

const takesPart = (condition: Sql): Sql => sql`exists (
  select from participants seat
  where seat.ghost_player_id = gp.id and seat.match_deleted_at is null and ${condition})`
