/** The opponents of a player: everybody who played in the same matches, and how often each of the two finished ahead. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Collection, Rows } from '../../http/filter/collection.ts'
import { integerField, timestampField, uuidField } from '../../http/filter/fields.ts'
import { userRef } from '../ref-json.ts'
import type { Player } from '../visibility/results.ts'
import { countedAsOne } from '../visibility/same-people.ts'
import { type Asked, askedGhostPlayer, askedPerson } from './asked.ts'
import { isFirstOfPerson, peopleWithSame, personFields, resultsOf } from './seen.ts'
import type { Span } from './span.ts'

/** True if both are on one side, or if all participants play together. `r` is the player's result, `o` is another participant. */
export const togetherIs = sql`(r.kind = 'TOGETHER' or r.side = o.side)`

/** By how many places the player finished ahead of the other. Null if a place is unknown, or if both are on one side. */
export const placesAhead = sql`(case when r.side = o.side then null else o.place - r.place end)`

const EVER: Span = { timeZone: 'UTC' }

/** The people that the player has met. It counts by ghost player first, and looks up the people only for the sums. */
const met = (caller: UserCaller, { player, row }: Asked): Sql => sql`(
  with same as materialized (${countedAsOne(caller)}),
  r as materialized (
    select mine.* from (${resultsOf(caller, player, EVER)}) mine
    where (select visible from (${row}) asked)),
  people as materialized (${peopleWithSame(caller, sql`select owner_id from r`)}),
  each_ghost as (
    select o.ghost_player_id, count(*) as met, count(*) filter (where ${placesAhead} > 0) as ahead,
      count(*) filter (where ${placesAhead} = 0) as level, count(*) filter (where ${placesAhead} < 0) as behind,
      count(*) filter (where ${togetherIs}) as together, max(r.played_at) as last_met_at
    from r join participants o on o.match_id = r.match_id
    where o.ghost_player_id not in (${themselves(player)}) and ${isFirstOfPerson}
    group by o.ghost_player_id)
  select coalesce(p.person_id, g.ghost_player_id) as id, case when p.has_account then p.person_id end as canonical_player_id,
    case when p.has_account is not true then coalesce(p.person_id, g.ghost_player_id) end as ghost_player_id,
    (select max(s.counted) from same s where s.person_id = coalesce(p.person_id, g.ghost_player_id)) as counted,
    sum(met)::bigint as met, sum(ahead)::bigint as ahead, sum(level)::bigint as level, sum(behind)::bigint as behind,
    sum(together)::bigint as together, max(last_met_at) as last_met_at
  from each_ghost g left join people p on p.ghost_player_id = g.ghost_player_id
  group by 1, 2, 3, 4)`

/** The player's own ghost players, as far as the caller may know them. */
const themselves = ({ ghostPlayers }: Player): Sql => {
  const own = sql`select own.ghost_player_id from (${ghostPlayers}) own`
  return sql`
    ${own}
    union all
    select p.ghost_player_id from people p
    where p.person_id in (select own.person_id from people own where own.ghost_player_id in (${own}))`
}

const described = {
  fields: {
    met: integerField(sql`o.met`),
    ahead: integerField(sql`o.ahead`),
    lastMetAt: timestampField(sql`o.last_met_at`),
  },
  sortedBy: { id: uuidField(sql`o.id`) },
  sorts: ['met', 'ahead', 'lastMetAt'],
  defaultSort: 'met:DESC',
  costly: true,
} as const

const rowsOf = (caller: UserCaller, asked: Asked): Rows => ({
  from: sql`${met(caller, asked)} o`,
  where: sql`true`,
  json: sql`json_object(
    ${personFields(sql`o`)},
    'owner': (select ${userRef(sql`gp.owner_id`)} from ghost_players gp where gp.id = o.ghost_player_id),
    'met': o.met, 'ahead': o.ahead, 'level': o.level, 'behind': o.behind, 'together': o.together,
    'lastMetAt': rfc3339(o.last_met_at),
    'countedAsOne': o.counted
    absent on null)`,
  parent: sql`select visible from (${asked.row}) asked`,
})

export const opponentsOfPerson: Collection<{ caller: UserCaller; params: { canonicalPlayerId: string } }> = {
  ...described,
  rows: ({ caller, params }) => rowsOf(caller, askedPerson(caller, params.canonicalPlayerId)),
}

export const opponentsOfGhostPlayer: Collection<{ caller: UserCaller; params: { ghostPlayerId: string } }> = {
  ...described,
  rows: ({ caller, params }) => rowsOf(caller, askedGhostPlayer(caller, params.ghostPlayerId)),
}
