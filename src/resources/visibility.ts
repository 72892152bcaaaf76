/**
 * Who may see what, once. A policy is a condition on a row, for get and references; where lists and counts look
 * through what many people own, it is also the ways to these rows (`Source`), which together find the same.
 */
import { type Sql, anyOf, join, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/authenticate.ts'
import type { Source } from '../http/filter/list.ts'

/** On `matches m`: its recorder and their trusted editors; once it is final, its claimed players too. */
export const seesMatch = (caller: UserCaller): Sql =>
  anyOf([seesDraftsOf(caller, sql`m.recorder_id`), sql`m.finalized_at is not null and ${playsIn(caller)}`])

/** For `matches m`. */
export const matchSources = (caller: UserCaller): Source[] => [
  { where: sql`m.recorder_id = ${caller.userId}` },
  { ranges: trusting(caller), where: sql`m.recorder_id = r.user_id` },
  { ...finalMatchesOf(sql`r.ghost_player_id`), ranges: claimedOfOthers(caller), repeats: true },
]

/** On `matches m`: who sees it sees its scores, loadouts, playset, expansions and edits. */
export const seesMatchDetails = seesMatch

/** On `matches m`: its recorder, their trusted editors and its claimed players are told of disputes. */
export const seesDisputes = (caller: UserCaller): Sql =>
  anyOf([sql`m.recorder_id = ${caller.userId}`, trustedBy(caller, sql`m.recorder_id`), playsIn(caller)])

/** On `ghost_players gp`: its owner, its claimed player, and who sees a match it is in; these are all its owner's. */
export const seesGhostPlayer = (caller: UserCaller): Sql =>
  anyOf([
    sql`gp.owner_id = ${caller.userId}`,
    claimedBy(caller),
    sql`${trustedBy(caller, sql`gp.owner_id`)} and ${takesPart}`,
    sql`exists (
      select from claim_edges ce
      join participants own on own.ghost_player_id = ce.ghost_player_id
        and own.match_final and own.match_deleted_at is null
      join participants seat on seat.match_id = own.match_id
      where ce.canonical_player_id = ${caller.canonicalPlayerId} and ce.revoked_at is null
        and ce.owner_id = gp.owner_id and seat.ghost_player_id = gp.id)`,
  ])

/** For `ghost_players gp`. */
export const ghostPlayerSources = (caller: UserCaller): Source[] => [
  { where: sql`gp.owner_id = ${caller.userId}` },
  {
    ranges: trusting(caller),
    where: sql`gp.owner_id = r.user_id and (${takesPart} or ${claimedBy(caller)})`,
  },
  {
    ranges: sql`
      with claimed as (${claimedOfOthers(caller)})
      select ghost_player_id from claimed
      union
      select seat.ghost_player_id from claimed
      join participants own on own.ghost_player_id = claimed.ghost_player_id
        and own.match_final and own.match_deleted_at is null
      join participants seat on seat.match_id = own.match_id`,
    where: sql`gp.id = r.ghost_player_id`,
  },
]

/** On `playsets p`: its owner, and who sees the details of a match that was played with it. */
export const seesPlayset = (caller: UserCaller): Sql =>
  anyOf([
    sql`p.owner_id = ${caller.userId}`,
    ...matchSources(caller).map(
      (source) => sql`exists (${seenMatches(source, sql`true`)} and m.playset_id = p.id)`,
    ),
  ])

/** For `playsets p`. */
export const playsetSources = (caller: UserCaller): Source[] => [
  { where: sql`p.owner_id = ${caller.userId}` },
  {
    ranges: join(
      matchSources(caller).map(
        (source) => sql`${seenMatches(source, sql`m.playset_id`)} and m.playset_id is not null`,
      ),
      ' union ',
    ),
    where: sql`p.id = r.playset_id and p.owner_id <> ${caller.userId}`,
  },
]

/** On `canonical_players cp`: oneself. */
export const seesCanonicalPlayer = ({ canonicalPlayerId }: UserCaller): Sql =>
  sql`cp.id = ${canonicalPlayerId}`

/** For `canonical_players cp`. */
export const canonicalPlayerSources = (caller: UserCaller): Source[] => [
  { where: seesCanonicalPlayer(caller) },
]

/** On `canonical_players cp`: oneself; of the history each then sees the matches that they see anyway. */
export const seesHistory = ({ canonicalPlayerId }: UserCaller): Sql => sql`cp.id = ${canonicalPlayerId}`

/** For `matches m`: the final ones that a ghost player takes part in, in each order by an index. */
export const finalMatchesOf = (ghostPlayerId: Sql): Source => ({
  ...seatsOf(ghostPlayerId, sql`mp.match_final`),
  keys: { ...seatKeys, finalizedAt: sql`mp.match_finalized_at` },
})

/** For `matches m`: the drafts that a ghost player takes part in. */
export const draftsOf = (ghostPlayerId: Sql): Source => ({
  ...seatsOf(ghostPlayerId, sql`not mp.match_final`),
  keys: { ...seatKeys, finalizedAt: sql`'infinity'::timestamptz` },
})

/** Whether the drafts of a recorder are seen. */
export const seesDraftsOf = (caller: UserCaller, recorderId: Sql): Sql =>
  anyOf([sql`${recorderId} = ${caller.userId}`, trustedBy(caller, recorderId)])

const seatsOf = (ghostPlayerId: Sql, state: Sql) => ({
  from: sql`participants mp join matches m on m.id = mp.match_id`,
  bare: sql`participants mp`,
  where: sql`mp.ghost_player_id = ${ghostPlayerId} and ${state} and mp.match_deleted_at is null`,
})

const seatKeys = {
  id: sql`mp.match_id`,
  createdAt: sql`mp.match_created_at`,
  playedAt: sql`mp.match_played_at`,
}

/** Those who made the caller a trusted editor. */
const trusting = ({ userId }: UserCaller): Sql => sql`
  select te.grantor_id as user_id from trusted_editors te where te.editor_id = ${userId} and te.revoked_at is null`

export const trustedBy = ({ userId }: UserCaller, recorderId: Sql): Sql => sql`exists (
  select from trusted_editors te
  where te.editor_id = ${userId} and te.grantor_id = ${recorderId} and te.revoked_at is null)`

/** What the caller is in the matches of others, but for those whose matches they see as a trusted editor. */
const claimedOfOthers = (caller: UserCaller): Sql => sql`
  select ce.ghost_player_id from claim_edges ce
  where ce.canonical_player_id = ${caller.canonicalPlayerId} and ce.revoked_at is null
    and ce.owner_id <> ${caller.userId} and not ${trustedBy(caller, sql`ce.owner_id`)}`

/** On `matches m`: the caller is one of its claimed players. */
const playsIn = ({ canonicalPlayerId }: UserCaller): Sql => sql`exists (
  select from participants seat
  join claim_edges ce on ce.ghost_player_id = seat.ghost_player_id and ce.revoked_at is null
  where seat.match_id = m.id and ce.canonical_player_id = ${canonicalPlayerId})`

/** On `ghost_players gp`. */
const claimedBy = ({ canonicalPlayerId }: UserCaller): Sql => sql`exists (
  select from claim_edges ce
  where ce.ghost_player_id = gp.id and ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null)`

/** On `ghost_players gp`: it is in some match. */
const takesPart = sql`exists (
  select from participants seat where seat.ghost_player_id = gp.id and seat.match_deleted_at is null)`

const seenMatches = ({ ranges, from = sql`matches m`, where }: Source, selected: Sql): Sql => sql`
  select ${selected} from ${ranges ? sql`(${ranges}) r cross join ${from}` : from} where m.deleted_at is null and ${where}`
