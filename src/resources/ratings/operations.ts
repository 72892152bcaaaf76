/** List and count the entries of leaderboards. */
import { count, list } from '../../http/operation/define.ts'
import { ofCommunity, ofGame } from './leaderboards.ts'
import { LeaderboardEntry } from './schema.ts'

const scope = 'svc-engine:leaderboard-read'
const noun = 'leaderboard'
const description =
  'A change of a match, a claim or a privacy setting appears here within seconds. `docs/ratings.md` says how the figures are made.'

const refusal = 'Only the members of a community may see its leaderboards.'

export const listGameLeaderboard = list({
  id: 'listGameLeaderboard',
  route: 'GET /games/{gameId}/leaderboard',
  summary: 'The players of a game, rated by the matches whose results everybody may see',
  description,
  noun,
  scope,
  item: LeaderboardEntry,
  of: ofGame,
})

export const countGameLeaderboard = count({
  id: 'countGameLeaderboard',
  route: 'GET /games/{gameId}/leaderboard/count',
  summary: 'How many players the leaderboard of a game has',
  noun,
  scope,
  of: ofGame,
})

export const listCommunityLeaderboard = list({
  id: 'listCommunityLeaderboard',
  route: 'GET /communities/{communityId}/games/{gameId}/leaderboard',
  summary: 'The players of a game, rated by the matches of a community; for its members',
  description,
  noun,
  refusal,
  scope,
  item: LeaderboardEntry,
  of: ofCommunity,
})

export const countCommunityLeaderboard = count({
  id: 'countCommunityLeaderboard',
  route: 'GET /communities/{communityId}/games/{gameId}/leaderboard/count',
  summary: 'How many players the leaderboard of a game in a community has',
  noun,
  refusal,
  scope,
  of: ofCommunity,
})
