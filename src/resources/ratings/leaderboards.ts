/**
 * Leaderboards: the players of a game by what the matches of a pool make of them. A community's is for its members, who see all
 * of its matches; the public one is of matches that everybody sees with results. So no figure tells of a match that its reader
 * may not see. A player stands there as the stand-in of their last match, whom whoever sees that match sees too.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import { type Field, integerField, uuidField } from '../../http/filter/fields.ts'
import type { Collection, Rows } from '../../http/filter/collection.ts'
import { ghostPlayerName } from '../name-fields.ts'
import { ghostPlayerRef } from '../ref-json.ts'
import { personPolicy } from '../visibility/people.ts'
import { communitiesOf } from '../visibility/relations.ts'
import { RANKED_FROM } from './schema.ts'

const sortedBy: Record<string, Field> = {
  rating: integerField(sql`r.by_rating`),
  wins: integerField(sql`r.by_wins`),
  winShare: integerField(sql`r.by_win_share`),
}

/** What the place is by: the first key of the sort. */
const PLACES: Record<string, Sql> = {
  rating: sql`o.by_rating > r.by_rating`,
  wins: sql`o.by_wins > r.by_wins`,
  winShare: sql`o.by_win_share > r.by_win_share`,
}

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

/** The query of a list has an order, that of a count has none. */
interface Asked {
  query: { order?: { field: string }[] } | object
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
  const [first] = 'order' in query ? (query.order ?? []) : []
  const better = PLACES[first?.field ?? ''] ?? sql`o.by_rating > r.by_rating`
  return {
    from: sql`ratings r`,
    where: sql`r.pool_id = (select p.id from rating_pools p where ${pool})`,
    json: sql`json_object(
      'place': case when r.matches >= ${RANKED_FROM}::int then (
        select 1 + count(*) from ratings o where o.pool_id = r.pool_id and ${better}) end,
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
