/** Operations on statistics: each is one statement over the results that the caller may see. */
import * as z from 'zod'
import { count, list, longRead, read } from '../../http/operation/define.ts'
import { result } from '../../http/operation/responds.ts'
import { uuid } from '../../http/schema/schema.ts'
import { ofCommunity } from './community.ts'
import { ofGame } from './game.ts'
import { headToHead } from './head-to-head.ts'
import { opponents } from './opponents.ts'
import { ofPerson } from './person.ts'
import { contestsOf, ratingOf } from './rating.ts'
import { recap } from './recap.ts'
import { CommunityStatistics } from './schemas/community.ts'
import { GameStatistics } from './schemas/game.ts'
import { HeadToHead, Opponent } from './schemas/pairs.ts'
import { PersonStatistics } from './schemas/person.ts'
import { OwnRating } from './schemas/rating.ts'
import { Recap } from './schemas/recap.ts'
import { spanOf } from './span.ts'

const scope = 'svc-engine:statistics-read'

const SEEN =
  'Counts only final matches whose details the caller may see, so other callers can get other figures. `docs/numbers.md` says what a result means.'

export const getPersonStatistics = read({
  id: 'getPersonStatistics',
  route: 'GET /canonical-players/{canonicalPlayerId}/statistics',
  summary: 'The figures of a canonical player',
  description: SEEN,
  scope,
  query: spanOf('from', 'to', 'timeZone', 'gameId', 'communityId'),
  responds: result(PersonStatistics),
  show: ({ caller, params, query }) => ofPerson(caller, params.canonicalPlayerId, query),
})

export const listOpponents = list({
  id: 'listOpponents',
  route: 'GET /canonical-players/{canonicalPlayerId}/opponents',
  summary: 'The people that the canonical player has met in matches, and who finished ahead',
  description: `${SEEN} A person that the caller may not see is listed as the ghost player who took part.`,
  scope,
  item: Opponent,
  of: opponents,
})

export const countOpponents = count({
  id: 'countOpponents',
  route: 'GET /canonical-players/{canonicalPlayerId}/opponents/count',
  summary: 'How many people the canonical player has met',
  scope,
  of: opponents,
})

export const getHeadToHead = read({
  id: 'getHeadToHead',
  route: 'GET /canonical-players/{canonicalPlayerId}/head-to-head/{otherId}',
  noun: 'canonical player',
  params: { otherId: uuid().meta({ description: 'The id of the canonical player to compare with.' }) },
  summary: 'Two canonical players compared, over the matches that both played',
  description: `${SEEN} The caller must be allowed to see the history of the first player, and the profile of the other.`,
  scope,
  query: spanOf('from', 'to', 'timeZone', 'gameId'),
  responds: result(HeadToHead),
  show: ({ caller, params, query }) => headToHead(caller, params.canonicalPlayerId, params.otherId, query),
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
  description: 'It names nobody who hides their history from the caller.',
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
    'Computed from the contests that the caller played, as a leaderboard is computed from the contests of its pool. It is computed at each request, so every change shows at once. `docs/ratings.md` says how.',
  scope,
  responds: result(OwnRating),
  begin: ({ caller, params }) => contestsOf(caller, params.gameId),
  document: (contests, { caller }) => ratingOf(contests, caller),
})
