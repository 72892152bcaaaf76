/** Parts that all statistics use: the results of a person that the caller sees, and the people in the matches. */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { personPolicy } from '../visibility/people.ts'
import type { Viewer } from '../visibility/relations.ts'
import {
  type Player,
  canonicalPlayer,
  isFirstSeat,
  seatsOf,
  seesResultInPart,
} from '../visibility/results.ts'
import { type Span, within } from './span.ts'

/**
 * One result of the player for each match. `played` says that the caller took part in all these matches. `offset 0` makes
 * PostgreSQL check access once for each ghost player, not once for each match.
 */
export const resultsOf = (caller: Viewer, player: Player, span: Span, played = player.isCaller): Sql => sql`
  select mp.match_id, mp.match_played_at as played_at, mp.match_game_id as game_id, mp.match_community_id as community_id,
    mp.ghost_player_id, mp.kind, mp.place, mp.place_of, mp.winners, mp.tied, mp.won, mp.side, mp.score, seat.owner_id
  from (${seatsOf(caller, player)} offset 0) seat
  join participants mp on mp.ghost_player_id = seat.ghost_player_id and mp.match_final and mp.match_deleted_at is null
  where ${allOf([
    ...(played ? [] : [anyOf([sql`seat.whole`, seesResultInPart(caller)])]),
    isFirstSeat(player),
    within(span, {
      playedAt: sql`mp.match_played_at`,
      gameId: sql`mp.match_game_id`,
      communityId: sql`mp.match_community_id`,
    }),
  ])}`

export const self = (caller: UserCaller): Player => canonicalPlayer(caller, caller.canonicalPlayerId)

/**
 * The people who have claimed ghost players of these owners. `twin` is true if a person has claimed several ghost players of one
 * owner, and so can have two seats in a match. If `ghostPlayers` is given, only these are looked up: checking a person reads ten
 * pages.
 */
export const peopleOf = (caller: UserCaller, owners: Sql, ghostPlayers?: Sql): Sql => sql`
  select claim.*, count(*) over (partition by owner_id, person_id) > 1 as twin
  from (${claimsOf(caller, owners, ghostPlayers)}) claim`

/**
 * Like `peopleOf`, but also joins the players that the caller counts as one person. The statement needs a CTE `same`, made by
 * `countedAsOne`.
 */
export const peopleWithSame = (caller: UserCaller, owners: Sql): Sql => sql`
  select each_one.*, count(*) over (partition by owner_id, person_id) > 1 as twin
  from (
    ${claimsOf(caller, owners)}
    union all
    select s.id, s.owner_id, s.person_id, s.person_id in (select p.id from same p where p.is_person)
    from same s where not s.is_person) each_one`

const claimsOf = (caller: UserCaller, owners: Sql, ghostPlayers?: Sql): Sql => sql`
  select ce.ghost_player_id, ce.owner_id, ce.canonical_player_id as person_id, true as has_account
  from (select distinct owner_id from (${owners}) some_owners) o
  join claim_edges ce on ce.owner_id = o.owner_id and ce.revoked_at is null
  join canonical_players cp on cp.id = ce.canonical_player_id
  where ${allOf([
    ...(ghostPlayers === undefined ? [] : [sql`ce.ghost_player_id in (${ghostPlayers})`]),
    personPolicy.sees(caller, sql`cp.user_id`),
  ])}`

/** False if the person has another seat in the match, with a lower position. */
export const isFirstOfPerson = sql`(
  o.ghost_player_id not in (select p.ghost_player_id from people p where p.twin)
  or not exists (
    select from people own join people other on other.person_id = own.person_id
    join participants twin on twin.match_id = o.match_id and twin.ghost_player_id = other.ghost_player_id
    where own.ghost_player_id = o.ghost_player_id and twin.position < o.position))`

/** Two fields that name a person. Only one of them is present. */
export const personFields = (of: Sql): Sql => sql`
  'canonicalPlayer': (
    select json_object('id': cp.id, 'displayName': u.display_name)
    from canonical_players cp join users u on u.id = cp.user_id where cp.id = ${of}.canonical_player_id),
  'ghostPlayer': (
    select json_object('id': gp.id, 'displayName': gp.display_name) from ghost_players gp
    where gp.id = ${of}.ghost_player_id and ${of}.canonical_player_id is null)`
