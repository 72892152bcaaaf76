/** The schema of the figures of a community page. */
import * as z from 'zod'
import { Ref, timestamp } from '../../../http/schema/schema.ts'
import { day, exampleGame, examplePlayer, exampleId, meetings, month, n, player, TopGames } from './parts.ts'

const ofPair = {
  ...player,
  owner: Ref.optional().meta({
    description: 'The owner of the ghost player, if somebody else in these pairs has the same name',
  }),
}

export const CommunityStatistics = z
  .strictObject({
    community: Ref,
    members: n(),
    players: n(
      'The number of different people in its matches. A ghost player counts as a person if nobody has claimed it, or if the caller may not see who has',
    ),
    matches: n(),
    matchesThisMonth: n('Matches in the present month, in the time zone'),
    games: n(),
    firstPlayedAt: timestamp().optional(),
    lastPlayedAt: timestamp().optional(),
    topGames: TopGames.meta({ description: 'The 8 most played games' }),
    months: z
      .array(z.strictObject({ month: month(), matches: n() }))
      .meta({ description: 'The last 18 months with matches, the latest first' }),
    days: z
      .array(z.strictObject({ on: day(), matches: n() }))
      .meta({ description: 'The newest 60 days with matches, the newest first' }),
    pairs: z
      .array(
        z.strictObject({
          one: z.strictObject(ofPair),
          other: z.strictObject(ofPair),
          ...meetings,
        }),
      )
      .meta({
        description:
          'The 12 pairs that met most often. Only matches with at most 20 participants count. `ahead` counts contests in which `one` was ahead of `other`',
      }),
  })
  .meta({
    id: 'CommunityStatistics',
    description: 'The figures of a community, for its members',
    example: {
      community: { id: exampleId('30'), displayName: 'Friday table' },
      members: 5,
      players: 2,
      matches: 1,
      matchesThisMonth: 0,
      games: 1,
      firstPlayedAt: '2026-01-15T19:30:00Z',
      lastPlayedAt: '2026-01-15T19:30:00Z',
      topGames: [{ game: exampleGame, matches: 1 }],
      months: [{ month: '2026-01', matches: 1 }],
      days: [{ on: '2026-01-15', matches: 1 }],
      pairs: [
        {
          one: { canonicalPlayer: examplePlayer },
          other: { ghostPlayer: { id: exampleId('12'), displayName: 'Dora' } },
          met: 1,
          ahead: 1,
          level: 0,
          behind: 0,
          together: 0,
        },
      ],
    },
  })
