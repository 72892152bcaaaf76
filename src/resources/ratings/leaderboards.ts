/**
 * Leaderboards: the players of a game with their ratings in a pool.
 *
 *
 *
 * Whoever may see a leaderboard may see every match of its pool with details. If some of these readers may not see a player, each
 * of the player's ghost players gets an entry of its own (`pool.ts`).
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Field, integerField, uuidField } from '../../http/filter/fields.ts'
import type { Collection, Rows } from '../../http/filter/collection.ts'
import type { CountQuery, ListQuery } from '../../http/filter/query.ts'
import { ghostPlayerName } from '../name-fields.ts'
import { ghostPlayerRef, userRef } from '../ref-json.ts'
import { personPolicy } from '../visibility/people.ts'
import { communitiesOf } from '../visibility/relations.ts'
import { RANKED_FROM } from './schema.ts'

interface Columns {
  descending: Sql
  ascending: Sql
}

const BY_RATING: Columns = { descending: sql`by_rating`, ascending: sql`by_rating_ascending` }

/** Players without a place come last in both directions, so each sort has one column for each direction. */
const COLUMNS: Record<string, Columns> = {
  rating: BY_RATING,
  wins: { descending: sql`by_wins`, ascending: sql`by_wins_ascending` },
  winShare: { descending: sql`by_win_share`, ascending: sql`by_win_share_ascending` },
}

const sortedBy: Record<string, Field> = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, { descending, ascending }]) => {
    const field = integerField(sql`r.${descending}`)
    return [name, { ...field, sortKey: { ...field.sortKey, ascending: sql`r.${ascending}` } }]
  }),
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

interface QueryInput {
  query: ListQuery | CountQuery
}

export const ofGame: Collection<{ caller: UserCaller; params: { gameId: string } } & QueryInput> = {
  ...described,
  rows: ({ caller, params: { gameId }, query }) => ({
    ...rowsOf(caller, query, sql`p.game_id = ${gameId} and p.community_id is null`),
    parent: sql`select true as visible from games g where g.id = ${gameId}`,
  }),
}

export const ofCommunity: Collection<
  { caller: UserCaller; params: { communityId: string; gameId: string } } & QueryInput
> = {
  ...described,
  rows: ({ caller, params: { communityId, gameId }, query }) => ({
    ...rowsOf(caller, query, sql`p.game_id = ${gameId} and p.community_id = ${communityId}`),
    parent: sql`
      select c.id in (${communitiesOf(caller)}) as visible
      from communities c, games g where c.id = ${communityId} and c.deleted_at is null and g.id = ${gameId}`,
  }),
}

function rowsOf(caller: UserCaller, query: QueryInput['query'], pool: Sql): Rows {
  const of = sql`(select p.id from rating_pools p where ${pool})`
  return {
    from: sql`ratings r`,
    where: sql`r.pool_id = ${of}`,
    json: sql`json_object(
      'place': case when r.matches >= ${RANKED_FROM}::int then ${placeBy(query, of)} end,
      'ghostPlayer': ${ghostPlayerRef(sql`r.ghost_player_id`)},
      'owner': (select ${userRef(sql`gp.owner_id`)} from ghost_players gp where gp.id = r.ghost_player_id),
      'canonicalPlayer': (
        select json_object('id': cp.id, 'displayName': u.display_name)
        from claim_edges ce join canonical_players cp on cp.id = ce.canonical_player_id join users u on u.id = cp.user_id
        where ce.ghost_player_id = r.ghost_player_id and ce.revoked_at is null and u.erased_at is null
          and ${personPolicy.sees(caller, sql`u.id`)}),
      'rating': r.rating,
      'uncertainty': r.uncertainty,
      'provisional': r.matches < ${RANKED_FROM}::int,
      'matches': r.matches,
      'wins': r.wins,
      'winShare': round(r.wins::numeric / r.matches, 3),
      'chance': round((r.chance / r.matches)::numeric, 4)
      absent on null)`,
  }
}

/**
 * Computes the place of each entry of a page. It counts once how many entries come before the page, and adds for each entry only
 * those since the page's start. Counting from the top for each entry took 20 times as long at the end of 10,000 entries.
 */
function placeBy(query: QueryInput['query'], pool: Sql): Sql {
  if (!('order' in query)) return sql`null`
  const {
    order: [first],
    cursor,
  } = query
  const columns = COLUMNS[first?.field ?? 'rating'] ?? BY_RATING
  const [column, start] =
    first?.descending === false ? [columns.ascending, `-${BEYOND}`] : [columns.descending, BEYOND]
  const here = sql`${cursor?.keys[0] ?? start}::bigint`
  const ranked = (which: Sql) => sql`${which} and o.${column} < ${BEYOND}::bigint`
  return sql`1 + ${countOf(pool, ranked(sql`o.${column} > ${here}`))}
    + ${countOf(sql`r.pool_id`, ranked(sql`o.${column} > r.${column} and o.${column} <= ${here}`))}
    - ${countOf(sql`r.pool_id`, ranked(sql`o.${column} > ${here} and o.${column} <= r.${column}`))}`
}

const countOf = (pool: Sql, which: Sql) =>
  sql`(select count(*) from ratings o where o.pool_id = ${pool} and ${which})`

/**
 * Every player with a place has a value below this number in all sort columns. A player without a place has a value above it in
 * ascending columns.
 */
const BEYOND = '500000000000'
