/** Operations on statistics. Each one is a single statement over the results that the caller may see. */
import * as z from 'zod'
import { count, list, longRead, read } from '../../http/operation/define.ts'
import { result } from '../../http/operation/responds.ts'
import { uuid } from '../../http/schema/schema.ts'
import { ofCommunity } from './community.ts'
import { ofGame } from './game.ts'
import { headToHead } from './head-to-head.ts'
import { askedGhostPlayer, askedPerson } from './asked.ts'
import { opponentsOfGhostPlayer, opponentsOfPerson } from './opponents.ts'
import { ofPlayer } from './person.ts'
import { ownTableOf, tableOf } from './own-leaderboard.ts'
import { contestsOf, ratingOf } from './rating.ts'
import { recap } from './recap.ts'
import { CommunityStatistics } from './schemas/community.ts'
import { GameStatistics } from './schemas/game.ts'
import { HeadToHead, Opponent } from './schemas/pairs.ts'
import { GhostPlayerStatistics, PersonStatistics } from './schemas/person.ts'
import { OwnLeaderboard, OwnRating } from './schemas/rating.ts'
import { Recap } from './schemas/recap.ts'
import { spanOf } from './span.ts'

const scope = 'svc-engine:statistics-read'

const SEEN =
  'Counts only final matches whose details the caller may see, so other callers can get other figures. `docs/numbers.md` says what a result means.'

const otherId = uuid().meta({
  description: 'The id of the player to compare with: a canonical player, or a ghost player.',
})

export const getPersonStatistics = read({
  id: 'getPersonStatistics',
  route: 'GET /canonical-players/{canonicalPlayerId}/statistics',
  summary: 'The figures of a canonical player',
  description: SEEN,
  scope,
  query: spanOf('from', 'to', 'timeZone', 'gameId', 'communityId'),
  responds: result(PersonStatistics),
  show: ({ caller, params, query }) => ofPlayer(caller, askedPerson(caller, params.canonicalPlayerId), query),
})

export const listOpponents = list({
  id: 'listOpponents',
  route: 'GET /canonical-players/{canonicalPlayerId}/opponents',
  summary:
    'The people that the canonical player has met in matches, with how often each of the two finished ahead',
  description: `${SEEN} A person that the caller may not see is listed as the ghost player who took part.`,
  scope,
  item: Opponent,
  of: opponentsOfPerson,
})

export const countOpponents = count({
  id: 'countOpponents',
  route: 'GET /canonical-players/{canonicalPlayerId}/opponents/count',
  summary: 'How many people the canonical player has met',
  scope,
  of: opponentsOfPerson,
})

export const getHeadToHead = read({
  id: 'getHeadToHead',
  route: 'GET /canonical-players/{canonicalPlayerId}/head-to-head/{otherId}',
  noun: 'player',
  params: { otherId },
  summary: 'A canonical player compared with another player, by the matches that both played',
  description: `${SEEN} The caller must be allowed to see the history of the first player, and the profile of the other, or the other ghost player.`,
  scope,
  query: spanOf('from', 'to', 'timeZone', 'gameId'),
  responds: result(HeadToHead),
  show: ({ caller, params, query }) =>
    headToHead(caller, askedPerson(caller, params.canonicalPlayerId), params.otherId, query),
})

export const getStatisticsOfGhostPlayer = read({
  id: 'getStatisticsOfGhostPlayer',
  route: 'GET /ghost-players/{ghostPlayerId}/statistics',
  summary: 'The figures of a ghost player',
  description: `${SEEN} The figures are only about this ghost player. The figures of its \`canonicalPlayer\` are about all ghost players that this person has claimed.`,
  scope,
  query: spanOf('from', 'to', 'timeZone', 'gameId', 'communityId'),
  responds: result(GhostPlayerStatistics),
  show: ({ caller, params, query }) =>
    ofPlayer(caller, askedGhostPlayer(caller, params.ghostPlayerId), query),
})

export const listOpponentsOfGhostPlayer = list({
  id: 'listOpponentsOfGhostPlayer',
  route: 'GET /ghost-players/{ghostPlayerId}/opponents',
  summary:
    'The people that the ghost player has met in matches, with how often each of the two finished ahead',
  description: `${SEEN} A person that the caller may not see is listed as the ghost player who took part.`,
  scope,
  item: Opponent,
  of: opponentsOfGhostPlayer,
})

export const countOpponentsOfGhostPlayer = count({
  id: 'countOpponentsOfGhostPlayer',
  route: 'GET /ghost-players/{ghostPlayerId}/opponents/count',
  summary: 'How many people the ghost player has met',
  scope,
  of: opponentsOfGhostPlayer,
})

export const getHeadToHeadOfGhostPlayer = read({
  id: 'getHeadToHeadOfGhostPlayer',
  route: 'GET /ghost-players/{ghostPlayerId}/head-to-head/{otherId}',
  noun: 'player',
  params: { otherId },
  summary: 'A ghost player compared with another player, by the matches that both played',
  description: `${SEEN} The caller must be allowed to see the ghost player, and the profile of the other, or the other ghost player.`,
  scope,
  query: spanOf('from', 'to', 'timeZone', 'gameId'),
  responds: result(HeadToHead),
  show: ({ caller, params, query }) =>
    headToHead(caller, askedGhostPlayer(caller, params.ghostPlayerId), params.otherId, query),
})

export const getGameStatistics = read({
  id: 'getGameStatistics',
  route: 'GET /games/{gameId}/statistics',
  summary: 'The figures of a game',
  description: SEEN,
  scope,
  query: spanOf('from', 'to', 'timeZone', 'communityId'),
  responds: result(GameStatistics),
  show: ({ caller, params, query }) => ofGame(caller, params.gameId, query),
})

export const getCommunityStatistics = read({
  id: 'getCommunityStatistics',
  route: 'GET /communities/{communityId}/statistics',
  summary: 'The figures of a community, for its members',
  refusal: 'Only the members of a community see its figures.',
  scope,
  query: spanOf('from', 'to', 'timeZone', 'gameId'),
  responds: result(CommunityStatistics),
  show: ({ caller, params, query }) => ofCommunity(caller, params.communityId, query),
})

export const getRecap = read({
  id: 'getRecap',
  route: 'GET /users/me/recap/{year}',
  noun: 'year',
  summary: 'The caller’s year in numbers',
  description: 'The recap never names a person who hides their history from the caller.',
  scope,
  params: {
    year: z
      .string()
      .regex(/^(?!0000)\d{4}$/, 'must be a year of four digits')
      .meta({ description: 'The year, with four digits.', example: '2026' }),
  },
  query: spanOf('timeZone'),
  responds: result(Recap),
  show: ({ caller, params, query }) => recap(caller, params.year, query.timeZone),
})

export const getOwnRating = longRead({
  id: 'getOwnRating',
  route: 'GET /users/me/games/{gameId}/rating',
  summary: 'The caller’s rating in a game, calculated from their own matches',
  description:
    'The rating is computed from the contests that the caller played, just as a leaderboard is computed from the contests of its pool. It is computed for each request, so every change has an effect at once. `docs/ratings.md` says how.',
  scope,
  responds: result(OwnRating),
  begin: ({ caller, params }) => contestsOf(caller, params.gameId),
  document: (contests, { caller }) => ratingOf(contests, caller),
})

export const getOwnLeaderboard = longRead({
  id: 'getOwnLeaderboard',
  route: 'GET /users/me/games/{gameId}/leaderboard',
  summary: 'The people of the caller’s own matches of a game, rated by these matches alone',
  description:
    'A leaderboard that only the caller gets, from the contests that they played. It exists even if nobody has a place on the leaderboards that others see. It is computed for each request. `docs/ratings.md` says how.',
  scope: 'svc-engine:leaderboard-read',
  responds: result(OwnLeaderboard),
  begin: ({ caller, params }) => ownTableOf(caller, params.gameId),
  document: (rows) => tableOf(rows),
})
