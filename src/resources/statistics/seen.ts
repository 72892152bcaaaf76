/** The parts of all statistics: the results of a person that the caller sees, and the people who take part in the matches. */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { NEUTRAL_NAME } from '../ref-json.ts'
import { nameShown, personPolicy, seesHistoryOf } from '../visibility/people.ts'
import { isFirstSeat, seatsOf, seesResultInPart } from '../visibility/results.ts'
import { type Span, within } from './span.ts'

/**
 * A person's results, one for each match. With `offset 0` the select of seats is evaluated on its own: what the caller sees of a
 * ghost player is checked once, and not for each of its matches. With `played`, the caller played all these matches and sees
 * them.
 */
export const resultsOf = (
  caller: UserCaller,
  canonicalPlayerId: string,
  span: Span,
  played = canonicalPlayerId === caller.canonicalPlayerId,
): Sql => sql`
  select mp.match_id, mp.match_played_at as played_at, mp.match_game_id as game_id, mp.match_community_id as community_id,
    mp.ghost_player_id, mp.kind, mp.place, mp.place_of, mp.winners, mp.tied, mp.won, mp.side, mp.score, seat.owner_id
  from (${seatsOf(caller, canonicalPlayerId)} offset 0) seat
  join participants mp on mp.ghost_player_id = seat.ghost_player_id and mp.match_final and mp.match_deleted_at is null
  where ${allOf([
    ...(played ? [] : [anyOf([sql`seat.whole`, seesResultInPart(caller)])]),
    isFirstSeat(canonicalPlayerId),
    within(span, {
      playedAt: sql`mp.match_played_at`,
      gameId: sql`mp.match_game_id`,
      communityId: sql`mp.match_community_id`,
    }),
  ])}`

/**
 * The people that the caller sees among those who claimed ghost players of these owners. `twin` is true if another ghost player
 * of the owner is the same person, who can then be in a match twice. `ghostPlayers` limits the answer to these ghost players: the
 * check whether the caller sees a person reads ten pages.
 */
export const peopleOf = (caller: UserCaller, owners: Sql, ghostPlayers?: Sql): Sql => sql`
  select ce.ghost_player_id, ce.canonical_player_id,
    count(*) over (partition by ce.owner_id, ce.canonical_player_id) > 1 as twin
  from (select distinct owner_id from (${owners}) some_owners) o
  join claim_edges ce on ce.owner_id = o.owner_id and ce.revoked_at is null
  join canonical_players cp on cp.id = ce.canonical_player_id
  where ${allOf([
    ...(ghostPlayers === undefined ? [] : [sql`ce.ghost_player_id in (${ghostPlayers})`]),
    personPolicy.sees(caller, sql`cp.user_id`),
  ])}`

/** For a row of `participants o`, if `people` is a `peopleOf`: not the second seat of a person in the match. */
export const isFirstOfPerson = sql`(
  o.ghost_player_id not in (select p.ghost_player_id from people p where p.twin)
  or not exists (
    select from people own join people other on other.canonical_player_id = own.canonical_player_id
    join participants twin on twin.match_id = o.match_id and twin.ghost_player_id = other.ghost_player_id
    where own.ghost_player_id = o.ghost_player_id and twin.position < o.position))`

/** Two fields from the columns `canonical_player_id` and `ghost_player_id` of `of`. One of them is absent. */
export const personFields = (of: Sql): Sql => sql`
  'canonicalPlayer': (
    select json_object('id': cp.id, 'displayName': u.display_name)
    from canonical_players cp join users u on u.id = cp.user_id where cp.id = ${of}.canonical_player_id),
  'ghostPlayer': (
    select json_object('id': gp.id, 'displayName': gp.display_name) from ghost_players gp
    where gp.id = ${of}.ghost_player_id and ${of}.canonical_player_id is null)`

/** Selects the person of the figures. No row means 404; `visible` says whether the caller sees the history. */
export const personAsked = (caller: UserCaller, canonicalPlayerId: string): Sql<{ visible: boolean }> => sql`
  select ${seesHistoryOf(caller, sql`cp.user_id`)} as visible,
    json_object('id': cp.id, 'displayName': coalesce(${nameShown(caller, sql`cp.user_id`)}, ${NEUTRAL_NAME})) as ref
  from canonical_players cp join users u on u.id = cp.user_id
  where cp.id = ${canonicalPlayerId} and u.erased_at is null`
