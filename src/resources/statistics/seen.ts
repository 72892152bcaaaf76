/** What statistics are made of: the results of a person that the caller sees, and as whom the others of a match are shown. */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { NEUTRAL_NAME } from '../ref-json.ts'
import { nameShown, personPolicy, seesHistoryOf } from '../visibility/people.ts'
import { isFirstSeat, seatsOf, seesResultInPart } from '../visibility/results.ts'
import { type Span, within } from './span.ts'

/**
 * A person's results, one for each match. The select of seats stands alone (`offset 0`), so that who sees what of a ghost
 * player is asked once for each, and not for each of its matches. Of matches that the caller played, `played`, nothing is asked.
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
 * Who the claimed ghost players of these owners are, as far as the caller may see them: whom a person is shown as. `twin` says
 * that another ghost player of the owner is the same person, who may so be in a match twice.
 * With `ghostPlayers` only they count: whether the caller sees somebody is asked for each, and takes ten pages.
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

/** On `participants o`, where `people` is a `peopleOf`: not the second seat of somebody in one match. */
export const isFirstOfPerson = sql`(
  o.ghost_player_id not in (select p.ghost_player_id from people p where p.twin)
  or not exists (
    select from people own join people other on other.canonical_player_id = own.canonical_player_id
    join participants twin on twin.match_id = o.match_id and twin.ghost_player_id = other.ghost_player_id
    where own.ghost_player_id = o.ghost_player_id and twin.position < o.position))`

/** The columns `canonical_player_id` and `ghost_player_id` of `of` as two fields, of which one is there. */
export const personFields = (of: Sql): Sql => sql`
  'canonicalPlayer': (
    select json_object('id': cp.id, 'displayName': u.display_name)
    from canonical_players cp join users u on u.id = cp.user_id where cp.id = ${of}.canonical_player_id),
  'ghostPlayer': (
    select json_object('id': gp.id, 'displayName': gp.display_name) from ghost_players gp
    where gp.id = ${of}.ghost_player_id and ${of}.canonical_player_id is null)`

/** The row of the person that figures are of: no row is a 404, and `visible` says whether the caller sees the history. */
export const personAsked = (caller: UserCaller, canonicalPlayerId: string): Sql<{ visible: boolean }> => sql`
  select ${seesHistoryOf(caller, sql`cp.user_id`)} as visible,
    json_object('id': cp.id, 'displayName': coalesce(${nameShown(caller, sql`cp.user_id`)}, ${NEUTRAL_NAME})) as ref
  from canonical_players cp join users u on u.id = cp.user_id
  where cp.id = ${canonicalPlayerId} and u.erased_at is null`
