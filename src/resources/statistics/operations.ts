/** Operations on statistics: each is one statement over the results that the caller may see. */
import * as z from 'zod'
import { count, list, longRead, read } from '../../http/operation/define.ts'
import { result } from '../../http/operation/responds.ts'
import { ofCommunity } from './community.ts'
import { ofGame } from './game.ts'
import { headToHead } from './head-to-head.ts'
import { opponents } from './opponents.ts'
import { ofPerson } from './person.ts'
import { contestsOf, ratingOf } from './rating.ts'
import { recap } from './recap.ts'
import {
  CommunityStatistics,
  GameStatistics,
  HeadToHead,
  Opponent,
  OwnRating,
  PersonStatistics,
  Recap,
} from './schema.ts'
import { spanOf } from './span.ts'

const scope = 'svc-engine:statistics-read'

const SEEN =
  'Only final matches whose details the caller may see count, so somebody else may be told other figures. What a result means stands in `docs/numbers.md`.'

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
  summary: 'Whom the canonical player has met, and who was ahead',
  description: `${SEEN} People whom the caller may not see stand there as the ghost players that they are.`,
  scope,
  item: Opponent,
  of: opponents,
})

export const countOpponents = count({
  id: 'countOpponents',
  route: 'GET /canonical-players/{canonicalPlayerId}/opponents/count',
  summary: 'How many the canonical player has met',
  scope,
  of: opponents,
})

export const getHeadToHead = read({
  id: 'getHeadToHead',
  route: 'GET /canonical-players/{canonicalPlayerId}/head-to-head/{otherId}',
  noun: 'canonical player',
  summary: 'How a canonical player stands to another one',
  description: `${SEEN} The caller sees the history of the one, and the other.`,
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
  summary: 'A year of the caller',
  description: 'Without the names of people who hide their history from the caller.',
  scope,
  params: {
    year: z
      .string()
      .regex(/^(?!0000)\d{4}$/, 'must be a year of four digits')
      .meta({ example: '2026' }),
  },
  query: spanOf('timeZone'),
  responds: result(Recap),
  show: ({ caller, params, query }) => recap(caller, params.year, query.timeZone),
})

export const getOwnRating = longRead({
  id: 'getOwnRating',
  route: 'GET /users/me/games/{gameId}/rating',
  summary: 'The caller’s rating in a game, by their own matches',
  description:
    'It is made of the contests that the caller played, as a leaderboard is of those of its pool, and of no others. Nothing of it is kept, so every change is in it at once. `docs/ratings.md` says how its figures are made.',
  scope,
  responds: result(OwnRating),
  begin: ({ caller, params }) => contestsOf(caller, params.gameId),
  document: (contests, { caller }) => ratingOf(contests, caller),
})
