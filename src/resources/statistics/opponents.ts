/** The opponents of a person: each person or ghost player that they met in matches, with how often each was ahead. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { integerField, timestampField, uuidField } from '../../http/filter/fields.ts'
import { parent } from '../canonical-players/store.ts'
import { seesHistoryOf } from '../visibility/people.ts'
import { isFirstOfPerson, peopleOf, personAsked, personFields, resultsOf } from './seen.ts'
import type { Span } from './span.ts'

/** For `r`, a person's result, and `o`, a participant in the same match: both won or lost together. */
export const togetherIs = sql`(r.kind = 'TOGETHER' or r.side = o.side)`

/** How many places the person is ahead of `o`; null if a place is not known, or if both are on one side. */
export const placesAhead = sql`(case when r.side = o.side then null else o.place - r.place end)`

const EVER: Span = { timeZone: 'UTC' }

/** A row for each opponent. It counts by ghost player first, so that only the sums must look up people. */
const met = (caller: UserCaller, canonicalPlayerId: string): Sql => sql`(
  with r as materialized (
    select mine.* from (${resultsOf(caller, canonicalPlayerId, EVER)}) mine
    where (select visible from (${personAsked(caller, canonicalPlayerId)}) asked)),
  people as materialized (${peopleOf(caller, sql`select owner_id from r`)}),
  each_ghost as (
    select o.ghost_player_id, count(*) as met, count(*) filter (where ${placesAhead} > 0) as ahead,
      count(*) filter (where ${placesAhead} = 0) as level, count(*) filter (where ${placesAhead} < 0) as behind,
      count(*) filter (where ${togetherIs}) as together, max(r.played_at) as last_met_at
    from r join participants o on o.match_id = r.match_id
    where o.ghost_player_id not in (
      select ce.ghost_player_id from claim_edges ce
      where ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null) and ${isFirstOfPerson}
    group by o.ghost_player_id)
  select coalesce(p.canonical_player_id, g.ghost_player_id) as id, p.canonical_player_id,
    case when p.canonical_player_id is null then g.ghost_player_id end as ghost_player_id,
    sum(met)::bigint as met, sum(ahead)::bigint as ahead, sum(level)::bigint as level, sum(behind)::bigint as behind,
    sum(together)::bigint as together, max(last_met_at) as last_met_at
  from each_ghost g left join people p on p.ghost_player_id = g.ghost_player_id
  group by 1, 2, 3)`

export const opponents: Collection<{ caller: UserCaller; params: { canonicalPlayerId: string } }> = {
  fields: {
    met: integerField(sql`o.met`),
    ahead: integerField(sql`o.ahead`),
    lastMetAt: timestampField(sql`o.last_met_at`),
  },
  sortedBy: { id: uuidField(sql`o.id`) },
  sorts: ['met', 'ahead', 'lastMetAt'],
  defaultSort: 'met:DESC',
  costly: true,
  rows: ({ caller, params: { canonicalPlayerId } }) => ({
    from: sql`${met(caller, canonicalPlayerId)} o`,
    where: sql`true`,
    json: sql`json_object(
      ${personFields(sql`o`)},
      'met': o.met, 'ahead': o.ahead, 'level': o.level, 'behind': o.behind, 'together': o.together,
      'lastMetAt': rfc3339(o.last_met_at)
      absent on null)`,
    parent: parent(canonicalPlayerId, seesHistoryOf(caller, sql`cp.user_id`)),
  }),
}
