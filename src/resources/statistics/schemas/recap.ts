/** The schema of a recap: the caller's year in numbers. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../../http/schema/schema.ts'
import {
  countedAsOne,
  day,
  Decided,
  exampleGame,
  exampleId,
  meetings,
  n,
  otherPlayer,
  player,
  Run,
  score,
  SHARED,
  TopGames,
} from './parts.ts'

const Win = z.strictObject({
  matchId: uuid(),
  game: Ref,
  playedAt: timestamp(),
  by: score().meta({ description: 'The difference of the two scores' }),
})

export const Recap = z
  .strictObject({
    year: z.int32(),
    matches: n(),
    days: n('The number of days with matches'),
    people: n('The number of different people met'),
    games: n(),
    newGames: n('Games that the caller had not played in any earlier year'),
    competitive: z.strictObject({ ...Decided.shape, shared: n(SHARED) }),
    together: Decided,
    longestRun: Run.optional(),
    closestWin: Win.optional().meta({
      description: 'The win with the smallest lead over the next score',
    }),
    biggestWin: Win.optional().meta({
      description: 'The win with the largest lead over the next score',
    }),
    mostMet: z.array(z.strictObject({ ...player, countedAsOne: countedAsOne(), ...meetings })).meta({
      description: 'The 5 people met most often, without people who hide their history from the caller',
    }),
    busiestDay: z.strictObject({ on: day(), matches: n() }).optional(),
    months: z
      .array(z.strictObject({ month: z.int32().min(1).max(12), matches: n(), won: n('Contests won') }))
      .meta({ description: 'All twelve months' }),
    topGames: TopGames.meta({ description: 'The 5 most played games' }),
  })
  .meta({
    id: 'Recap',
    description: 'The caller’s year in numbers',
    example: {
      year: 2026,
      matches: 1,
      days: 1,
      people: 1,
      games: 1,
      newGames: 1,
      competitive: { matches: 1, decided: 1, won: 1, shared: 0 },
      together: { matches: 0, decided: 0, won: 0 },
      longestRun: { wins: 1, from: '2026-01-15T19:30:00Z', to: '2026-01-15T19:30:00Z' },
      closestWin: { matchId: exampleId('40'), game: exampleGame, playedAt: '2026-01-15T19:30:00Z', by: 11.5 },
      biggestWin: { matchId: exampleId('40'), game: exampleGame, playedAt: '2026-01-15T19:30:00Z', by: 11.5 },
      mostMet: [{ canonicalPlayer: otherPlayer, met: 1, ahead: 1, level: 0, behind: 0, together: 0 }],
      busiestDay: { on: '2026-01-15', matches: 1 },
      months: Array.from({ length: 12 }, (_, index) => ({
        month: index + 1,
        matches: index === 0 ? 1 : 0,
        won: index === 0 ? 1 : 0,
      })),
      topGames: [{ game: exampleGame, matches: 1 }],
    },
  })
