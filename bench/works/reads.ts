/** Workloads that read matches: one match, lists, counts, and a player's history. */
import { type Asked, type Work, pick, pool } from './work.ts'
import { matchPage, oneMatch } from './plain-match.ts'

const NEWEST = 'order by created_at desc, id desc limit 20'

const getMatch: Work = {
  name: 'get match',
  route: 'GET /matches/{matchId}',
  status: 200,
  requests: ({ matches }) =>
    pool(() => {
      const { id, person } = pick(matches)
      return { person, params: { matchId: id } }
    }),
  plain: ({ params }) => [{ text: oneMatch, values: [params['matchId']] }],
}

/** The newest 20 matches in this list are the caller's own. The matches that everybody may see are older. */
const ownList: Work = {
  name: 'own list',
  route: 'GET /matches',
  status: 200,
  requests: ({ callers }) => pool(() => ({ person: pick(callers) })),
  plain: ({ userId }) => [{ text: ownPage, values: [userId] }],
}

const ownPage = matchPage(`select * from matches where recorder_id = $1 and deleted_at is null ${NEWEST}`)

/** The list of a member of 50 communities: the matches of these communities, and matches that everybody may see. */
const viewerList: Work = {
  name: 'viewer list',
  route: 'GET /matches',
  status: 200,
  requests: ({ viewers }) => pool(() => ({ person: pick(viewers) })),
  plain: ({ userId }) => [{ text: sharedPage, values: [userId] }],
}

const sharedPage = matchPage(`
  select * from (
    select shared.* from memberships ms cross join lateral (
      select * from matches where community_id = ms.community_id and finalized_at is not null ${NEWEST}) shared
    where ms.user_id = $1
    union
    (select * from matches where is_public ${NEWEST})
  ) found ${NEWEST}`)

const count: Work = {
  name: 'count',
  route: 'GET /matches/count',
  status: 200,
  requests: ({ callers }) => pool(() => ({ person: pick(callers) })),
  plain: ({ userId }) => [{ text: countOf(''), values: [userId] }],
}

const countOf = (also: string) => `
  select json_object('count': (
    (select count(*) from matches where recorder_id = $1 and deleted_at is null ${also})
    + (select count(*) from matches where is_public ${also})))::text as body`

const filteredCount: Work = {
  name: 'filtered count',
  route: 'GET /matches/count',
  status: 200,
  requests: ({ callers, games }) =>
    pool(() => {
      const year = 2022 + Math.floor(Math.random() * 4)
      const filter = `gameName=='game ${pick(games)}';playedAt=ge=${year}-01-01T00:00:00Z;playedAt=lt=${year + 1}-01-01T00:00:00Z`
      return { person: pick(callers), query: { filter } }
    }),
  plain: ({ userId, query }) => [
    {
      text: countOf(
        'and played_at >= $3 and played_at < $4 and game_id in (select id from games where folded(display_name) = folded($2))',
      ),
      values: [
        userId,
        ...(/'(.*)';playedAt=ge=(.*);playedAt=lt=(.*)/.exec(query['filter'] ?? '') ?? []).slice(1),
      ],
    },
  ],
}

const historyRoute = 'GET /canonical-players/{canonicalPlayerId}/matches'

const historyPage = (deep: boolean) =>
  matchPage(`
  select m.* from (
    select played.* from claim_edges ce cross join lateral (
      select match_id, match_created_at from participants
      where ghost_player_id = ce.ghost_player_id and match_final and match_deleted_at is null
        ${deep ? 'and (match_created_at, match_id) < ($2::timestamptz, $3::uuid)' : ''}
      order by match_created_at desc, match_id desc limit 20) played
    where ce.canonical_player_id = $1 and ce.revoked_at is null
    order by match_created_at desc, match_id desc limit 20
  ) newest join matches m on m.id = newest.match_id`)

const [firstPage, deepPage] = [historyPage(false), historyPage(true)]

const history: Work = {
  name: 'history page 1',
  route: historyRoute,
  status: 200,
  requests: ({ players }) =>
    players.map(({ person, canonicalPlayerId }) => ({ person, params: { canonicalPlayerId } })),
  plain: ({ params }) => [{ text: firstPage, values: [params['canonicalPlayerId']] }],
}

/** Reads page 1,000, or the last full page of a shorter history. */
const deepHistory: Work = {
  name: 'history page 1000',
  route: historyRoute,
  status: 200,
  requests: ({ players }) =>
    players.map(({ person, canonicalPlayerId, deepCursor }): Asked => ({
      person,
      params: { canonicalPlayerId },
      query: { cursor: deepCursor },
    })),
  plain: ({ params, query }) => [
    { text: deepPage, values: [params['canonicalPlayerId'], ...keysIn(query['cursor'] ?? '')] },
  ],
}

/** The sort keys in a cursor. We do not check its signature. */
const keysIn = (cursor: string): string[] =>
  (JSON.parse(Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString()) as string[]).slice(2)

export const reads: Work[] = [getMatch, ownList, viewerList, count, filteredCount, history, deepHistory]
