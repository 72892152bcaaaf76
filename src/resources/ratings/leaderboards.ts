/**
 * Leaderboards: the players of a game by what the matches of a pool make of them. A community's is for its members, who see all
 * of its matches; the public one is of matches that everybody sees with results. So no figure tells of a match that its reader
 * may not see. A player stands there as the stand-in of their last match, whom whoever sees that match sees too.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import { type Field, integerField, uuidField } from '../../http/filter/fields.ts'
import type { Collection, Rows } from '../../http/filter/collection.ts'
import type { CountQuery, ListQuery } from '../../http/filter/query.ts'
import { ghostPlayerName } from '../name-fields.ts'
import { ghostPlayerRef } from '../ref-json.ts'
import { personPolicy } from '../visibility/people.ts'
import { communitiesOf } from '../visibility/relations.ts'
import { RANKED_FROM } from './schema.ts'

const COLUMNS: Record<string, Sql> = {
  rating: sql`by_rating`,
  wins: sql`by_wins`,
  winShare: sql`by_win_share`,
}

const sortedBy: Record<string, Field> = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, column]) => [name, integerField(sql`r.${column}`)]),
)

const described = {
  fields: {
    ghostPlayerId: uuidField(sql`r.ghost_player_id`),
    ghostPlayerName: ghostPlayerName(sql`r.ghost_player_id`),
    matches: integerField(sql`r.matches`),
  },
  sortedBy,
  sorts: Object.keys(sortedBy),
  key: 'ghostPlayerId',
  defaultSort: 'rating:DESC',
}

interface Asked {
  query: ListQuery | CountQuery
}

export const ofGame: Collection<{ caller: UserCaller; params: { gameId: string } } & Asked> = {
  ...described,
  rows: ({ caller, params: { gameId }, query }) => ({
    ...rowsOf(caller, query, sql`p.game_id = ${gameId} and p.community_id is null`),
    parent: sql`select true as visible from games g where g.id = ${gameId}`,
  }),
}

export const ofCommunity: Collection<
  { caller: UserCaller; params: { communityId: string; gameId: string } } & Asked
> = {
  ...described,
  rows: ({ caller, params: { communityId, gameId }, query }) => ({
    ...rowsOf(caller, query, sql`p.game_id = ${gameId} and p.community_id = ${communityId}`),
    parent: sql`
      select c.id in (${communitiesOf(caller)}) as visible
      from communities c, games g where c.id = ${communityId} and c.deleted_at is null and g.id = ${gameId}`,
  }),
}

function rowsOf(caller: UserCaller, query: Asked['query'], pool: Sql): Rows {
  const of = sql`(select p.id from rating_pools p where ${pool})`
  return {
    from: sql`ratings r`,
    where: sql`r.pool_id = ${of}`,
    json: sql`json_object(
      'place': case when r.matches >= ${RANKED_FROM}::int then ${placeBy(query, of)} end,
      'ghostPlayer': ${ghostPlayerRef(sql`r.ghost_player_id`)},
      'canonicalPlayer': (
        select json_object('id': cp.id, 'displayName': u.display_name)
        from canonical_players cp join users u on u.id = cp.user_id
        where cp.id = r.player_id and u.erased_at is null and ${personPolicy.sees(caller, sql`u.id`)}),
      'rating': r.rating,
      'uncertainty': r.uncertainty,
      'provisional': r.matches < ${RANKED_FROM}::int,
      'matches': r.matches,
      'wins': r.wins,
      'winShare': round(r.wins::numeric / r.matches, 3),
      'chance': round((r.chance / r.matches)::numeric, 3)
      absent on null)`,
  }
}

/**
 * On `ratings r`: the place by what the list is sorted by first. Those before the cursor are counted once for the page, and for each
 * entry only those between it and the cursor; to count all for each took 20 times as long at the end of 10,000.
 */
function placeBy(query: Asked['query'], pool: Sql): Sql {
  if (!('order' in query)) return sql`null` // a count shows no entries
  const {
    order: [first],
    cursor,
  } = query
  const column = COLUMNS[first?.field ?? 'rating'] ?? sql`by_rating`
  const here = sql`${cursor?.keys[0] ?? (first?.descending === false ? LEAST : MOST)}::bigint`
  return sql`1 + ${countOf(pool, sql`o.${column} > ${here}`)}
    + ${countOf(sql`r.pool_id`, sql`o.${column} > r.${column} and o.${column} <= ${here}`)}
    - ${countOf(sql`r.pool_id`, sql`o.${column} > ${here} and o.${column} <= r.${column}`)}`
}

const countOf = (pool: Sql, which: Sql) =>
  sql`(select count(*) from ratings o where o.pool_id = ${pool} and ${which})`

/** Beyond all that a list is sorted by. */
const MOST = '9223372036854775807'
const LEAST = '-9223372036854775808'
