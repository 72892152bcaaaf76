/**
 * The players that the caller counts as one person, by the caller's own answers (`same_people`).
 *
 *
 *
 * A ghost player counts as the person who has claimed it, if the caller sees that person. Claims are facts for everybody, so an
 * answer that contradicts a claim has no effect: it joins neither two people with accounts, nor the caller with somebody else.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { MOST_AS_ONE } from '../same-people/schema.ts'
import { ghostPlayerPolicy } from './ghost-players.ts'
import { personPolicy } from './people.ts'
import type { Player } from './results.ts'

/** The caller's answers "this is the same person", as pairs of players: `one_id` and `other_id`. */
export const saidToBeSame = ({ userId }: UserCaller): Sql => sql`
  select sp.one_id, sp.other_id from same_people sp where sp.user_id = ${userId} and sp.is_same`

/**
 * CTEs that end in `joined`: each player of the answers `said`, with the `root` of its set, which is the set's lowest id. The
 * person who claimed a ghost player replaces the ghost player, if the caller sees the person.
 */
export const reaching = (caller: UserCaller, said: Sql): Sql => sql`
  recursive said as (${said}),
  known as (
    select named.id, coalesce(cp.id, named.id) as player_id
    from (select one_id as id from said union select other_id from said) named
    left join claim_edges ce on ce.ghost_player_id = named.id and ce.revoked_at is null
    left join canonical_players cp on cp.id = ce.canonical_player_id and ${personPolicy.sees(caller, sql`cp.user_id`)}),
  linked as (
    select a.player_id as one, b.player_id as other
    from said join known a on a.id = said.one_id join known b on b.id = said.other_id
    union
    select b.player_id, a.player_id
    from said join known a on a.id = said.one_id join known b on b.id = said.other_id),
  reached (id, other) as (
    select player_id, player_id from known
    union
    select r.id, l.other from reached r join linked l on l.one = r.other),
  joined as (select id, min(other::text) as root from reached group by id)`

/**
 * Selects the players that count as one with others: `id`, the `owner_id` of a ghost player, `is_person` for a canonical player,
 * and `person_id`, the player who stands for all of them, with their number `counted`. The person with an account stands for the
 * others, or else the caller's own ghost player. Players that the caller no longer sees are left out. Claims can join sets of
 * answers to more than `MOST_AS_ONE`, who then count apart.
 */
export const countedAsOne = (caller: UserCaller): Sql => sql`
  with ${reaching(caller, saidToBeSame(caller))},
  visible as (
    select j.root, j.id, gp.owner_id, cp.id is not null as is_person
    from joined j
    left join canonical_players cp on cp.id = j.id and ${personPolicy.sees(caller, sql`cp.user_id`)}
    left join ghost_players gp on gp.id = j.id and ${ghostPlayerPolicy.sees(caller)}
    where cp.id is not null or gp.id is not null)
  select id, owner_id, is_person, first_value(id) over w as person_id, count(*) over (partition by root)::int as counted
  from visible
  where root in (
    select root from visible group by root
    having count(*) between 2 and ${MOST_AS_ONE} and count(*) filter (where is_person) < 2 and bool_and(id <> ${caller.canonicalPlayerId}))
  window w as (partition by root order by is_person desc, (owner_id = ${caller.userId}) is true desc, id)`

/** Adds the ghost players that the caller counts as the same person. The statement needs a CTE `same`, made by `countedAsOne`. */
export const withSame = (player: Player, id: string): Player =>
  player.isCaller
    ? player
    : {
        ...player,
        ghostPlayers: sql`
          ${player.ghostPlayers}
          union all
          select s.id, s.owner_id from same s
          where not s.is_person and s.id <> ${id} and s.person_id = (select t.person_id from same t where ${standsAlone(id)})`,
      }

/** The number of players that count as this one, including itself. Null if there are no others. */
export const countedWith = (id: string): Sql => sql`(select t.counted from same t where ${standsAlone(id)})`

/** False for a ghost player that counts as a person with an account, because the figures are on that person's page. */
const standsAlone = (id: string): Sql => sql`
  t.id = ${id} and (t.is_person or t.person_id not in (select p.id from same p where p.is_person))`
