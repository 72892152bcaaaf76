/**
 * Who may see which matches.
 *
 * | thing | seen by |
 * | --- | --- |
 * | match, draft | its recorder, the recorder's trusted editors |
 * | match, finalized | the same people, its claimed players, the members of its community, people that the recorder's MATCH_HISTORY lets in |
 * | scores, ranks, outcomes, loadouts, expansions, playset, edits | the same people, but those that MATCH_HISTORY lets in need MATCH_DETAILS too |
 * | dispute of a participant | its recorder, the recorder's trusted editors, its claimed players |
 */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { isMarkedOpen, isOpen, usersOpening } from './open.ts'
import { finalMatchesOf } from './played-matches.ts'
import type { Policy } from './policy.ts'
import {
  type Viewer,
  claimedGhostPlayersOfOthers,
  communitiesOf,
  isTrustedBy,
  letsIn,
  letsInToAll,
  usersLettingIn,
  usersTrusting,
} from './relations.ts'

export const matchPolicy = {
  sees: (caller: Viewer): Sql => anyOf([...partsIn(caller), isLetIn(caller)]),

  /**
   * If a match is visible only through a privacy setting, filters use the fields in `withheld`, so that no filter reveals
   * details.
   */
  paths: (caller: Viewer, withheld?: RowPath['fields']): RowPath[] => {
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

export const matchDetailsPolicy = {
  sees: (caller: Viewer): Sql => anyOf([...partsIn(caller), allOf([isLetIn(caller), showsDetails(caller)])]),
} satisfies Pick<Policy, 'sees'>

/**
 * The same condition as `matchDetailsPolicy.sees`, but faster for one match and slower in lists. `disputes` is the result of
 * `seesDisputes`.
 */
export const seesDetailsOfOne = (caller: Viewer, disputes: Sql): Sql => sql`(
  case when m.finalized_at is null then ${seesDraftsOf(caller, sql`m.recorder_id`)}
  else ${anyOf([disputes, sharesCommunity(caller), letsInToAll(caller, sql`m.recorder_id`, ['MATCH_HISTORY', 'MATCH_DETAILS'])])} end)`

export const seesDisputes = (caller: Viewer): Sql =>
  anyOf([seesDraftsOf(caller, sql`m.recorder_id`), playsIn(caller)])

export const seesDraftsOf = (caller: Viewer, recorderId: Sql): Sql =>
  anyOf([sql`${recorderId} = ${caller.userId}`, isTrustedBy(caller, recorderId)])

/** The reasons for which a caller sees a match that do not depend on privacy settings. */
const partsIn = (caller: Viewer): Sql[] => [
  seesDraftsOf(caller, sql`m.recorder_id`),
  sql`m.finalized_at is not null and ${anyOf(Object.values(partsInFinal(caller)))}`,
]

/** The reasons for which a caller sees a final match, for callers who are neither its recorder nor trusted editors. */
export const partsInFinal = (caller: Viewer): Record<'TABLE' | 'COMMUNITY', Sql> => ({
  TABLE: playsIn(caller),
  COMMUNITY: sharesCommunity(caller),
})

const partPaths = (caller: Viewer): RowPath[] => [
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

const isLetIn = (caller: Viewer): Sql =>
  sql`m.finalized_at is not null and (${isOpen(sql`m.is_public`, sql`m.recorder_id`)}
    or m.recorder_id in (${usersLettingIn(caller, 'MATCH_HISTORY')}))`

const letInPaths = (caller: Viewer): Record<'byGroup' | 'opening' | 'open', RowPath> => {
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

const showsDetails = (caller: Viewer): Sql => letsIn(caller, sql`m.recorder_id`, 'MATCH_DETAILS')

/** Without its first part, the condition would be null instead of false for a match without a community. */
const sharesCommunity = (caller: Viewer): Sql =>
  sql`m.community_id is not null and m.community_id in (${communitiesOf(caller)})`

const playsIn = ({ canonicalPlayerId }: Viewer): Sql => sql`exists (
  select from participants seat
  join claim_edges ce on ce.ghost_player_id = seat.ghost_player_id and ce.revoked_at is null
  where seat.match_id = m.id and ce.canonical_player_id = ${canonicalPlayerId})`

/**
 * The matches in which the viewer took part. This is faster in lists than `playsIn`, which would run once for each row. With
 * `recorderId`, it selects only matches of this recorder.
 */
export const matchesPlayed = (caller: Viewer, recorderId?: Sql): Sql => sql`
  select mp.match_id from (${claimedGhostPlayersOfOthers(caller, recorderId)}) claimed
  join participants mp on mp.ghost_player_id = claimed.ghost_player_id and mp.match_final and mp.match_deleted_at is null`

/** The same condition as `seesDraftsOf`, but faster in lists: `seesDraftsOf` would run once for each row. */
const recordsOrIsTrusted = (caller: Viewer): Sql =>
  sql`(m.recorder_id = ${caller.userId} or m.recorder_id in (${usersTrusting(caller)}))`

const recordedBy = (users: Sql) => ({ column: sql`m.recorder_id`, values: users })

/** A final match is never deleted and always has `finalized_at`, so the index is enough and the table is not read. */
const FINAL: Pick<RowPath, 'indexOnly' | 'keys'> = {
  indexOnly: sql`matches m`,
  keys: { finalizedAt: sql`m.finalized_at` },
}
