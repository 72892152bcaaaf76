/**
 * Who may see which matches. A policy is a condition on a row, for get and references; where lists and counts look
 * through what many people own, it is also the ways to these rows (`Source`), which together find the same.
 */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import type { RowPath } from '../../http/filter/list.ts'
import {
  ghostPlayersOfOthers,
  communitiesOf,
  letsIn,
  usersLettingIn,
  trustedBy,
  usersTrusting,
} from './relations.ts'

/** On `matches m`. */
export const seesMatch = (caller: UserCaller): Sql => anyOf([...seesWhole(caller), letInBy(caller)])

/** On `matches m`: with scores, ranks, outcomes, loadouts, expansions and playset, and so with edits. */
export const seesMatchDetails = (caller: UserCaller): Sql =>
  anyOf([...seesWhole(caller), allOf([letInBy(caller), letsIn(caller, sql`m.recorder_id`, 'MATCH_DETAILS')])])

/** On `matches m`: its recorder, their trusted editors and its claimed players are told of disputes. */
export const seesDisputes = (caller: UserCaller): Sql =>
  anyOf([seesDraftsOf(caller, sql`m.recorder_id`), playsIn(caller)])

/** Whether the drafts of a recorder are seen. */
export const seesDraftsOf = (caller: UserCaller, recorderId: Sql): Sql =>
  anyOf([sql`${recorderId} = ${caller.userId}`, trustedBy(caller, recorderId)])

/** For `matches m`. Those who are let in by privacy alone filter by `withheld` fields only where they see the details. */
export const matchPaths = (caller: UserCaller, withheld?: RowPath['fields']): RowPath[] => [
  ...wholePaths(caller),
  ...openPaths(caller, { ...final, fields: withheld }),
]

/** For `matches m`: those seen with their details. */
export const detailedPaths = (caller: UserCaller): RowPath[] => [
  ...wholePaths(caller),
  ...openPaths(caller, {}, letsIn(caller, sql`m.recorder_id`, 'MATCH_DETAILS')),
]

/** For `matches m`: the final ones that any of the selected ghost players takes part in, in each order by an index. */
export const finalMatchesOf = (ghostPlayers: Sql): RowPath => ({
  ...seatsOf(ghostPlayers, sql`mp.match_final`),
  keys: { ...seatKeys, finalizedAt: sql`mp.match_finalized_at` },
})

/** For `matches m`: the drafts that any of the selected ghost players takes part in. */
export const draftsOf = (ghostPlayers: Sql): RowPath => ({
  ...seatsOf(ghostPlayers, sql`not mp.match_final`),
  keys: { ...seatKeys, finalizedAt: sql`'infinity'::timestamptz` },
})

const seatsOf = (ghostPlayers: Sql, state: Sql): RowPath => ({
  range: { column: sql`mp.ghost_player_id`, values: ghostPlayers },
  from: sql`participants mp join matches m on m.id = mp.match_id`,
  indexOnly: sql`participants mp`,
  where: sql`${state} and mp.match_deleted_at is null`,
})

const seatKeys = {
  id: sql`mp.match_id`,
  createdAt: sql`mp.match_created_at`,
  playedAt: sql`mp.match_played_at`,
}

/** On `matches m`: as its recorder, or one whom they trust; of a final one as a claimed player, or in its community. */
const seesWhole = (caller: UserCaller): Sql[] => [
  seesDraftsOf(caller, sql`m.recorder_id`),
  sql`m.finalized_at is not null and ${anyOf([playsIn(caller), inCommunity(caller)])}`,
]

/** On `matches m`: the recorder's MATCH_HISTORY lets the caller in. */
const letInBy = (caller: UserCaller): Sql =>
  sql`m.finalized_at is not null and (m.is_public or m.recorder_id in (${usersLettingIn(caller, 'MATCH_HISTORY')}))`

/** On `matches m`. A match without a community is in nobody's: `null in (…)` would be neither true nor false. */
const inCommunity = (caller: UserCaller): Sql =>
  sql`m.community_id is not null and m.community_id in (${communitiesOf(caller)})`

/** On `matches m`: the caller is one of its claimed players. */
const playsIn = ({ canonicalPlayerId }: UserCaller): Sql => sql`exists (
  select from participants seat
  join claim_edges ce on ce.ghost_player_id = seat.ghost_player_id and ce.revoked_at is null
  where seat.match_id = m.id and ce.canonical_player_id = ${canonicalPlayerId})`

/** On `matches m`, with the rows at hand: what `finalMatchesOf` finds for those whom the caller has claimed. */
const matchesPlayed = (caller: UserCaller): Sql => sql`m.id in (
  select mp.match_id from (${ghostPlayersOfOthers(caller)}) claimed
  join participants mp on mp.ghost_player_id = claimed.ghost_player_id and mp.match_final and mp.match_deleted_at is null)`

/** On `matches m`, with the rows at hand: recorded by the caller, or by somebody who trusts them. */
const recordedNear = (caller: UserCaller): Sql =>
  sql`(m.recorder_id = ${caller.userId} or m.recorder_id in (${usersTrusting(caller)}))`

const recordedBy = (users: Sql) => ({ column: sql`m.recorder_id`, values: users })

/** What `seesWhole` holds for. */
const wholePaths = (caller: UserCaller): RowPath[] => [
  { where: sql`m.recorder_id = ${caller.userId}` },
  { range: recordedBy(usersTrusting(caller)), where: sql`true` },
  { ...finalMatchesOf(ghostPlayersOfOthers(caller)), mayRepeat: true },
  {
    ...final,
    range: { column: sql`m.community_id`, values: communitiesOf(caller) },
    where: sql`m.finalized_at is not null`,
    countedElsewhere: anyOf([recordedNear(caller), matchesPlayed(caller)]),
  },
]

/** What `letInBy` holds for, and the condition. */
const openPaths = (caller: UserCaller, how: Partial<RowPath>, condition = sql`true`): RowPath[] => [
  {
    ...how,
    range: recordedBy(usersLettingIn(caller, 'MATCH_HISTORY')),
    where: sql`m.finalized_at is not null and m.deleted_at is null and ${condition}`,
    countedElsewhere: anyOf([recordedNear(caller), matchesPlayed(caller), inCommunity(caller)]),
  },
  {
    ...how,
    where: sql`m.is_public and ${condition}`,
    countedElsewhere: anyOf([
      recordedNear(caller),
      sql`m.recorder_id in (${usersLettingIn(caller, 'MATCH_HISTORY')})`,
      inCommunity(caller),
      matchesPlayed(caller),
    ]),
  },
]

/** Final matches are not deleted, and have the time that they are sorted by. */
const final: Pick<RowPath, 'indexOnly' | 'keys'> = {
  indexOnly: sql`matches m`,
  keys: { finalizedAt: sql`m.finalized_at` },
}

/** A match that is seen with its details meets the condition on `m`. */
export const someDetailedMatch = (caller: UserCaller, condition: Sql): Sql =>
  anyOf(detailedPaths(caller).map((source) => sql`exists (${selected(source, sql`true`, condition)})`))

/** Something of each match of a source that meets the condition on `m`. */
export const selected = (
  { range, from = sql`matches m`, where }: RowPath,
  what: Sql,
  condition: Sql,
): Sql => sql`
  select ${what} from ${from}
  where m.deleted_at is null and ${where} and ${condition}
    and ${range ? sql`${range.column} in (${range.values})` : sql`true`}`
