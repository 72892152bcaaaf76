/**
 * Who may see which matches.
 *
 * | thing | seen by |
 * | --- | --- |
 * | match, draft | its recorder, the recorder's trusted editors |
 * | match, finalized | these, its claimed players, the members of its community, whoever the recorder's MATCH_HISTORY lets in |
 * | scores, ranks, outcomes, loadouts, expansions, playset, edits | the same; whoever is let in needs MATCH_DETAILS too |
 * | dispute of a participant | its recorder, the recorder's trusted editors, its claimed players |
 *
 * Everybody who sees a match without being let in by privacy has a part in it.
 */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { isMarkedOpen, isOpen, usersOpening } from './open.ts'
import { finalMatchesOf } from './played-matches.ts'
import type { Policy } from './policy.ts'
import {
  claimedGhostPlayersOfOthers,
  communitiesOf,
  isTrustedBy,
  letsIn,
  letsInToAll,
  usersLettingIn,
  usersTrusting,
} from './relations.ts'

export const matchPolicy = {
  sees: (caller: UserCaller): Sql => anyOf([...partsIn(caller), isLetIn(caller)]),

  /**
   * For matches that only a privacy setting shows to the caller, a filter reads the fields in `withheld`, so that it reveals no
   * details.
   */
  paths: (caller: UserCaller, withheld?: RowPath['fields']): RowPath[] => {
    const letIn = letInPaths(caller)
    const finalOnly = { ...FINAL, fields: withheld }
    return [
      ...partPaths(caller),
      { ...finalOnly, ...letIn.byGroup },
      { ...finalOnly, ...letIn.opening },
      { ...finalOnly, ...letIn.open },
    ]
  },
} satisfies Policy

/** The same for the details: scores, ranks, outcomes, loadouts, expansions, playset and edits. */
export const matchDetailsPolicy = {
  sees: (caller: UserCaller): Sql =>
    anyOf([...partsIn(caller), allOf([isLetIn(caller), showsDetails(caller)])]),
} satisfies Pick<Policy, 'sees'>

/**
 * The same as `matchDetailsPolicy.sees`, for a statement that reads one match: it reads both settings of the recorder at once.
 * `disputes` is the value of `seesDisputes`. For lists the policy is faster, because its sets of people are made once for all rows.
 */
export const seesDetailsOfOne = (caller: UserCaller, disputes: Sql): Sql => sql`(
  case when m.finalized_at is null then ${seesDraftsOf(caller, sql`m.recorder_id`)}
  else ${anyOf([disputes, sharesCommunity(caller), letsInToAll(caller, sql`m.recorder_id`, ['MATCH_HISTORY', 'MATCH_DETAILS'])])} end)`

/** For a row of `matches m`: the caller sees its disputes. They are shown within the match, so they need no row paths. */
export const seesDisputes = (caller: UserCaller): Sql =>
  anyOf([seesDraftsOf(caller, sql`m.recorder_id`), playsIn(caller)])

/** For a recorder's id: the caller sees the drafts of this recorder. */
export const seesDraftsOf = (caller: UserCaller, recorderId: Sql): Sql =>
  anyOf([sql`${recorderId} = ${caller.userId}`, isTrustedBy(caller, recorderId)])

/**
 * For a row of `matches m`: each part that a caller can have in a match. Only its recorder and their trusted editors have a part
 * in a draft.
 */
const partsIn = (caller: UserCaller): Sql[] => [
  seesDraftsOf(caller, sql`m.recorder_id`),
  sql`m.finalized_at is not null and ${anyOf([playsIn(caller), sharesCommunity(caller)])}`,
]

/** The paths to the rows for which one of `partsIn` is true. */
const partPaths = (caller: UserCaller): RowPath[] => [
  { where: sql`m.recorder_id = ${caller.userId}` },
  { range: recordedBy(usersTrusting(caller)), where: sql`true` },
  { ...finalMatchesOf(claimedGhostPlayersOfOthers(caller)), mayRepeat: true },
  {
    ...FINAL,
    range: { column: sql`m.community_id`, values: communitiesOf(caller) },
    where: sql`m.finalized_at is not null`,
    countedElsewhere: anyOf([recordsOrIsTrusted(caller), sql`m.id in (${matchesPlayed(caller)})`]),
  },
]

/** For a row of `matches m`: the recorder's MATCH_HISTORY lets the caller in. */
const isLetIn = (caller: UserCaller): Sql =>
  sql`m.finalized_at is not null and (${isOpen(sql`m.is_public`, sql`m.recorder_id`)}
    or m.recorder_id in (${usersLettingIn(caller, 'MATCH_HISTORY')}))`

/** The paths to the rows for which `isLetIn` is true: by a group of the setting, and because the history is public. */
const letInPaths = (caller: UserCaller): Record<'byGroup' | 'opening' | 'open', RowPath> => {
  const openElsewhere = [
    recordsOrIsTrusted(caller),
    sql`m.recorder_id in (${usersLettingIn(caller, 'MATCH_HISTORY')})`,
    sharesCommunity(caller),
    sql`m.id in (${matchesPlayed(caller)})`,
  ]
  return {
    byGroup: {
      range: recordedBy(usersLettingIn(caller, 'MATCH_HISTORY')),
      where: sql`m.finalized_at is not null and m.deleted_at is null`,
      countedElsewhere: anyOf([
        recordsOrIsTrusted(caller),
        sql`m.id in (${matchesPlayed(caller)})`,
        sharesCommunity(caller),
      ]),
    },
    opening: {
      range: recordedBy(usersOpening),
      where: sql`m.finalized_at is not null and m.deleted_at is null`,
      countedElsewhere: anyOf([sql`m.is_public`, ...openElsewhere]),
    },
    open: {
      where: isMarkedOpen(sql`m.is_public`, sql`m.recorder_id`),
      countedElsewhere: anyOf(openElsewhere),
    },
  }
}

/** For a row of `matches m`: the recorder's MATCH_DETAILS lets the caller in. */
const showsDetails = (caller: UserCaller): Sql => letsIn(caller, sql`m.recorder_id`, 'MATCH_DETAILS')

/**
 * For a row of `matches m`: the caller is in its community. The first condition is there because `null in (…)` is neither true
 * nor false.
 */
const sharesCommunity = (caller: UserCaller): Sql =>
  sql`m.community_id is not null and m.community_id in (${communitiesOf(caller)})`

/** For a row of `matches m`: the caller is one of its claimed players. */
const playsIn = ({ canonicalPlayerId }: UserCaller): Sql => sql`exists (
  select from participants seat
  join claim_edges ce on ce.ghost_player_id = seat.ghost_player_id and ce.revoked_at is null
  where seat.match_id = m.id and ce.canonical_player_id = ${canonicalPlayerId})`

/** The matches that the path through `finalMatchesOf` finds. This select runs once for all rows, `playsIn` once for each row. */
export const matchesPlayed = (caller: UserCaller): Sql => sql`
  select mp.match_id from (${claimedGhostPlayersOfOthers(caller)}) claimed
  join participants mp on mp.ghost_player_id = claimed.ghost_player_id and mp.match_final and mp.match_deleted_at is null`

/** For a row of `matches m`: the first two paths find it. Its select runs once for all rows, `seesDraftsOf` once for each row. */
const recordsOrIsTrusted = (caller: UserCaller): Sql =>
  sql`(m.recorder_id = ${caller.userId} or m.recorder_id in (${usersTrusting(caller)}))`

const recordedBy = (users: Sql) => ({ column: sql`m.recorder_id`, values: users })

/** Final matches are never deleted and always have `finalized_at`, so the index alone answers for them. */
const FINAL: Pick<RowPath, 'indexOnly' | 'keys'> = {
  indexOnly: sql`matches m`,
  keys: { finalizedAt: sql`m.finalized_at` },
}
