/** The schema of the caller's rating in a game. */
import * as z from 'zod'
import { int32, timestamp } from '../../../http/schema/schema.ts'
import { LeaderboardEntry, RANKED_FROM } from '../../ratings/schema.ts'
import { n } from './parts.ts'

const strength = {
  rating: z.int32().meta({ description: 'The estimate minus three uncertainties, as in leaderboards' }),
  uncertainty: int32(0).meta({
    description: 'One standard deviation of the estimate, on the scale of the rating',
  }),
  estimate: z.int32().meta({
    description:
      'The estimated strength, on the scale of the rating. In 95 of 100 cases the real strength is at most two uncertainties away',
  }),
}

export const OwnRating = z
  .strictObject({
    ...strength,
    provisional: z.boolean().meta({ description: `True with fewer than ${RANKED_FROM} matches` }),
    matches: n('Contests in which the caller and somebody else have a place'),
    line: z
      .array(
        z.strictObject({
          match: int32(1).meta({ description: 'The number of the match, from 1 to `matches`' }),
          playedAt: timestamp(),
          ...strength,
        }),
      )
      .meta({
        description: `The strength after each match, starting with match ${RANKED_FROM}, the oldest first. If there are more than 60, the line has only the first, the last, and 58 at equal distances between them`,
      }),
  })
  .meta({
    id: 'OwnRating',
    description:
      'The caller’s strength in a game, estimated from their own matches. Before the first match it is the strength of a beginner',
    example: {
      rating: 1138,
      uncertainty: 196,
      estimate: 1726,
      provisional: false,
      matches: 5,
      line: [{ match: 5, playedAt: '2026-01-15T19:30:00Z', rating: 1138, uncertainty: 196, estimate: 1726 }],
    },
  })

export const OwnLeaderboard = z
  .strictObject({
    players: n('Everybody who has a place in these contests'),
    items: z.array(LeaderboardEntry).meta({
      description: `The first 100: players with ${RANKED_FROM} matches or more by rating, then the others by wins`,
    }),
  })
  .meta({
    id: 'OwnLeaderboard',
    description:
      'The players of the contests in a game that the caller played, rated by these alone. `place` is by rating',
    example: { players: 1, items: [LeaderboardEntry.meta()?.example as z.input<typeof LeaderboardEntry>] },
  })
