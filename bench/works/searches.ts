/** Workloads that search for games and for people by a part of a name. */
import { type Work, pick, pool } from './work.ts'

const partOf = (query: Record<string, string>) => /'\*(.*)\*'/.exec(query['filter'] ?? '')?.[1]

const gamesSearch: Work = {
  name: 'games search',
  route: 'GET /games',
  status: 200,
  requests: ({ callers, games }) =>
    pool(() => ({ person: pick(callers), query: { filter: `name=='*ame ${pick(games)}*'` } })),
  plain: ({ query }) => [{ text: gamesPage, values: [partOf(query)] }],
}

const gamesPage = `
  select json_object('limit': 20, 'items': coalesce(json_agg(json_object(
    'id': g.id, 'displayName': g.display_name, 'description': g.description, 'minPlayers': g.min_players,
    'maxPlayers': g.max_players, 'imageUrl': g.image_url, 'tags': to_json(g.tags), 'scoreType': g.score_type,
    'winCondition': g.win_condition,
    'expansions': coalesce((
      select json_agg(json_object('id': e.id, 'displayName': e.display_name) order by e.created_at, e.id)
      from expansions e where e.game_id = g.id), '[]'),
    'sourceRef': g.source_ref, 'createdAt': rfc3339(g.created_at), 'updatedAt': rfc3339(g.updated_at)
    absent on null) order by g.created_at desc, g.id desc), '[]'))::text as body
  from (
    select * from games where folded(display_name) like '%' || folded($1) || '%'
    order by created_at desc, id desc limit 20) g`

/** A caller finds the caller's own name, and the people that everybody may see. */
const peopleSearch: Work = {
  name: 'people search',
  route: 'GET /users',
  status: 200,
  requests: ({ callers }) =>
    pool(() => ({
      person: pick(callers),
      query: { filter: `name=='*one ${1 + Math.floor(Math.random() * 99)}*'` },
    })),
  plain: ({ userId, query }) => [{ text: peoplePage, values: [userId, partOf(query)] }],
}

const peoplePage = `
  select json_object('limit': 20, 'items': coalesce(json_agg(json_object(
    'id': u.id, 'displayName': u.display_name,
    'canonicalPlayer': (
      select json_object('id': c.id, 'displayName': u.display_name) from canonical_players c where c.user_id = u.id),
    'createdAt': rfc3339(u.created_at), 'updatedAt': rfc3339(u.updated_at)) order by u.created_at desc, u.id desc), '[]'))::text
    as body
  from (
    select * from users
    where (is_public or id = $1) and erased_at is null and folded(display_name) like '%' || folded($2) || '%'
    order by created_at desc, id desc limit 20) u`

export const searches: Work[] = [gamesSearch, peopleSearch]
