/** The schemas of statistics. Answers have counts and totals, not shares: the reader divides. */
import * as z from 'zod'
import { Ref, int32, timestamp, uuid } from '../../http/schema/schema.ts'
import { RANKED_FROM } from '../ratings/schema.ts'
import { kind, place, placeOf, won } from '../results/schema.ts'

const id = (end: string) => `0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a${end}`
const n = (description?: string) =>
  z
    .int()
    .min(0)
    .meta({ format: 'int64', ...(description ? { description } : {}) })
const day = () => z.string().meta({ format: 'date', description: 'A day in the time zone' })
const month = () => z.string().meta({ description: 'A month in the time zone, such as 2026-01' })
const score = () => z.number()

const MIDDLE = 'The median; of an even number of scores, the lower of the two in the middle'

const Decided = z.strictObject({
  matches: n(),
  decided: n('How many of them are known to be won or lost'),
  won: n(),
})
const SHARED = 'Contests that the player won together with somebody else'
const Run = z.strictObject({ wins: n(), from: timestamp(), to: timestamp() })
const player = {
  canonicalPlayer: Ref.optional(),
  ghostPlayer: Ref.optional().meta({
    description:
      'Present instead of `canonicalPlayer` if nobody has claimed the ghost player, or if the caller may not see who has',
  }),
}
const TOGETHER = 'Matches that everybody won or lost together, or in which both were on the same side'
const meetings = {
  met: n('Matches that both played'),
  ahead: n(
    'Contests with a better place than the other. In these three counts both places are known, and the two are not on one side',
  ),
  level: n('Contests with the same place as the other'),
  behind: n('Contests with a worse place than the other'),
  together: n(TOGETHER),
}

const distribution = (parts: string) => ({
  values: z
    .array(score())
    .optional()
    .meta({ description: 'All scores, the lowest first; absent if there are more than 30' }),
  bins: z
    .array(n())
    .optional()
    .meta({ description: `With more than 30 scores: how many are in ${parts}` }),
})

const exampleGame = { id: id('20'), displayName: 'Harbour Lights' }
const examplePlayer = { id: id('17'), displayName: 'Bob' }
const otherPlayer = { id: id('18'), displayName: 'Carol' }

export const PersonStatistics = z
  .strictObject({
    canonicalPlayer: Ref,
    matches: n(),
    games: n(),
    hIndex: n('The largest h such that h games were each played at least h times'),
    firstPlayedAt: timestamp().optional(),
    lastPlayedAt: timestamp().optional(),
    alone: Decided,
    together: Decided,
    competitive: z.strictObject({
      ...Decided.shape,
      shared: n(SHARED),
      byChance: z.number().meta({
        description:
          'How many of the decided contests chance alone would have won: in each, the share of the sides that won. With four decimals',
      }),
    }),
    unknown: n('Matches with no known place, win or loss'),
    longestRun: Run.optional().meta({
      description: 'The most contests won in a row; of runs of the same length, the newest',
    }),
    currentRun: n('Contests won in a row until now'),
    form: z
      .array(
        z.strictObject({
          on: day(),
          kind: kind(),
          place: place().optional(),
          of: placeOf(),
          won: won().optional(),
        }),
      )
      .meta({ description: 'The newest 60 results, the newest first' }),
    months: z
      .array(
        z.strictObject({
          month: month(),
          matches: n(),
          won: n('Contests won'),
          together: n('Matches played together'),
        }),
      )
      .meta({ description: 'The newest 18 months with matches, the newest first' }),
    finishes: z
      .array(
        z.strictObject({
          of: placeOf(),
          matches: n(),
          places: z.array(n()).meta({ description: 'How often the player was first, second, and so on' }),
        }),
      )
      .meta({
        description:
          'Contests in which the player has a place, by the number of finishers: the 8 most frequent numbers up to 12',
      }),
    topGames: z
      .array(
        z.strictObject({
          game: Ref,
          matches: n(),
          decided: n('Contests that are known to be won or lost'),
          won: n(),
          lastPlayedAt: timestamp(),
          scores: z
            .strictObject({
              written: n('The number of scores'),
              lowest: score(),
              middle: score().meta({ description: MIDDLE }),
              highest: score(),
              best: score().meta({
                description: 'The highest or the lowest score, by the game’s `winCondition`',
              }),
              newest: z.array(score()).meta({ description: 'The newest 7 scores, the newest first' }),
              all: z
                .strictObject({ lowest: score(), highest: score() })
                .meta({ description: 'The lowest and highest score of anybody in the matches of `newest`' }),
            })
            .optional(),
        }),
      )
      .meta({ description: 'The 6 most played games' }),
  })
  .meta({
    id: 'PersonStatistics',
    description: 'The figures of a person, over the final matches whose details the caller may see',
    example: {
      canonicalPlayer: examplePlayer,
      matches: 3,
      games: 1,
      hIndex: 1,
      firstPlayedAt: '2026-01-01T19:30:00Z',
      lastPlayedAt: '2026-01-15T19:30:00Z',
      alone: { matches: 0, decided: 0, won: 0 },
      together: { matches: 1, decided: 1, won: 1 },
      competitive: { matches: 2, decided: 2, won: 1, shared: 0, byChance: 0.5833 },
      unknown: 0,
      longestRun: { wins: 1, from: '2026-01-15T19:30:00Z', to: '2026-01-15T19:30:00Z' },
      currentRun: 1,
      form: [{ on: '2026-01-15', kind: 'COMPETITIVE', place: 1, of: 4, won: true }],
      months: [{ month: '2026-01', matches: 3, won: 1, together: 1 }],
      finishes: [{ of: 4, matches: 1, places: [1, 0, 0, 0] }],
      topGames: [
        {
          game: exampleGame,
          matches: 3,
          decided: 2,
          won: 1,
          lastPlayedAt: '2026-01-15T19:30:00Z',
          scores: {
            written: 2,
            lowest: 31,
            middle: 31,
            highest: 42.5,
            best: 42.5,
            newest: [42.5, 31],
            all: { lowest: 18, highest: 57 },
          },
        },
      ],
    },
  })

export const Opponent = z.strictObject({ ...player, ...meetings, lastMetAt: timestamp() }).meta({
  id: 'Opponent',
  description: 'Somebody that a person has met in matches that the caller may see',
  example: {
    canonicalPlayer: otherPlayer,
    met: 14,
    ahead: 7,
    level: 1,
    behind: 4,
    together: 2,
    lastMetAt: '2026-01-15T19:30:00Z',
  },
})

export const HeadToHead = z
  .strictObject({
    one: Ref,
    other: Ref,
    ...meetings,
    together: Decided.meta({ description: TOGETHER }),
    unknown: n('Contests in which one of the two has no known place'),
    longestRunAhead: n(),
    longestRunBehind: n(),
    firstMetAt: timestamp().optional(),
    lastMetAt: timestamp().optional(),
    games: z
      .array(z.strictObject({ game: Ref, ...meetings }))
      .meta({ description: 'The 12 most played games' }),
    meetings: z
      .array(
        z.strictObject({
          on: day(),
          game: z.int32().min(0).optional().meta({
            description: 'The index of the game in `games`, from 0; absent if the game is not in it',
          }),
          how: z.enum(['AHEAD', 'LEVEL', 'BEHIND', 'TOGETHER', 'UNKNOWN']).meta({
            description:
              'AHEAD, LEVEL, BEHIND: `one` had a better, the same, a worse place. TOGETHER: both were on one side. UNKNOWN: one of them has no known place',
          }),
          by: score().optional().meta({ description: 'The score of `one` minus the score of `other`' }),
        }),
      )
      .meta({ description: 'The newest 200 meetings, the newest first' }),
  })
  .meta({
    id: 'HeadToHead',
    description:
      'Two people compared, over the matches that both played and whose details the caller may see',
    example: {
      one: examplePlayer,
      other: otherPlayer,
      met: 1,
      ahead: 1,
      level: 0,
      behind: 0,
      together: { matches: 0, decided: 0, won: 0 },
      unknown: 0,
      longestRunAhead: 1,
      longestRunBehind: 0,
      firstMetAt: '2026-01-15T19:30:00Z',
      lastMetAt: '2026-01-15T19:30:00Z',
      games: [{ game: exampleGame, met: 1, ahead: 1, level: 0, behind: 0, together: 0 }],
      meetings: [{ on: '2026-01-15', game: 0, how: 'AHEAD', by: 11.5 }],
    },
  })

export const GameStatistics = z
  .strictObject({
    game: Ref,
    matches: n(),
    players: n(
      'The number of different people. A ghost player counts as a person if nobody has claimed it, or if the caller may not see who has',
    ),
    firstPlayedAt: timestamp().optional(),
    lastPlayedAt: timestamp().optional(),
    kinds: z.strictObject({ alone: n(), together: n(), competitive: n(), unknown: n() }),
    together: Decided,
    sizes: z
      .array(
        z.strictObject({
          players: n('The number of participants'),
          matches: n(),
          written: n('The number of scores'),
          lowest: score().optional(),
          middle: score().optional().meta({ description: MIDDLE }),
          highest: score().optional(),
          ...distribution(
            'each of 12 equal parts of the range of all scores of the game; the parts are the same for all numbers of players',
          ),
        }),
      )
      .meta({ description: 'The 8 most frequent numbers of participants' }),
    scores: z
      .strictObject({
        written: n('The number of scores'),
        lowest: score(),
        lowerQuarter: score().meta({ description: 'The first quartile' }),
        middle: score().meta({ description: MIDDLE }),
        upperQuarter: score().meta({ description: 'The third quartile' }),
        highest: score(),
        ...distribution('each of 12 equal parts of the range from the lowest to the highest'),
      })
      .optional(),
    record: z
      .strictObject({
        score: score(),
        matchId: uuid(),
        matchParticipantId: uuid(),
        playedAt: timestamp(),
        ...player,
      })
      .optional()
      .meta({ description: 'The best score by the game’s `winCondition`; of equal scores, the earliest' }),
    months: z
      .array(z.strictObject({ month: month(), matches: n() }))
      .meta({ description: 'The newest 18 months with matches, the newest first' }),
    seats: z
      .array(
        z.strictObject({
          position: n('The position among the participants of a match, from 1'),
          placed: n(),
          won: n(),
        }),
      )
      .meta({
        description: 'By seat: the participants of contests whose place is known, and how many of them won',
      }),
    factions: z
      .array(z.strictObject({ name: z.string(), placed: n(), won: n() }))
      .meta({ description: 'The same by the loadout attribute `faction`: the 10 most frequent factions' }),
    expansions: z
      .array(z.strictObject({ expansion: Ref, matches: n() }))
      .meta({ description: 'The 10 most used expansions' }),
  })
  .meta({
    id: 'GameStatistics',
    description: 'The figures of a game, over the final matches whose details the caller may see',
    example: {
      game: exampleGame,
      matches: 1,
      players: 2,
      firstPlayedAt: '2026-01-15T19:30:00Z',
      lastPlayedAt: '2026-01-15T19:30:00Z',
      kinds: { alone: 0, together: 0, competitive: 1, unknown: 0 },
      together: { matches: 0, decided: 0, won: 0 },
      sizes: [
        { players: 2, matches: 1, written: 2, lowest: 31, middle: 31, highest: 42.5, values: [31, 42.5] },
      ],
      scores: {
        written: 2,
        lowest: 31,
        lowerQuarter: 31,
        middle: 31,
        upperQuarter: 42.5,
        highest: 42.5,
        values: [31, 42.5],
      },
      record: {
        score: 42.5,
        matchId: id('40'),
        matchParticipantId: id('41'),
        playedAt: '2026-01-15T19:30:00Z',
        canonicalPlayer: examplePlayer,
      },
      months: [{ month: '2026-01', matches: 1 }],
      seats: [
        { position: 1, placed: 1, won: 1 },
        { position: 2, placed: 1, won: 0 },
      ],
      factions: [{ name: 'Gulls', placed: 1, won: 1 }],
      expansions: [{ expansion: { id: id('21'), displayName: 'Rising Tides' }, matches: 1 }],
    },
  })

const TopGames = z.array(z.strictObject({ game: Ref, matches: n() }))

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
      .meta({ description: 'The newest 18 months with matches, the newest first' }),
    days: z
      .array(z.strictObject({ on: day(), matches: n() }))
      .meta({ description: 'The newest 60 days with matches, the newest first' }),
    pairs: z
      .array(
        z.strictObject({
          one: z.strictObject(player),
          other: z.strictObject(player),
          ...meetings,
        }),
      )
      .meta({
        description:
          'The 12 pairs that met most often, in matches with at most 20 participants; `ahead` counts where `one` was ahead of `other`',
      }),
  })
  .meta({
    id: 'CommunityStatistics',
    description: 'The figures of a community, for its members',
    example: {
      community: { id: id('30'), displayName: 'Friday table' },
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
          other: { ghostPlayer: { id: id('12'), displayName: 'Dora' } },
          met: 1,
          ahead: 1,
          level: 0,
          behind: 0,
          together: 0,
        },
      ],
    },
  })

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
      description: 'The win with the smallest difference to the nearest score behind',
    }),
    biggestWin: Win.optional().meta({
      description: 'The win with the largest difference to the nearest score behind',
    }),
    mostMet: z.array(z.strictObject({ ...player, ...meetings })).meta({
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
      closestWin: { matchId: id('40'), game: exampleGame, playedAt: '2026-01-15T19:30:00Z', by: 11.5 },
      biggestWin: { matchId: id('40'), game: exampleGame, playedAt: '2026-01-15T19:30:00Z', by: 11.5 },
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

const strength = {
  rating: z.int32().meta({ description: 'Three uncertainties below the estimate, as in leaderboards' }),
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
        description: `The strength after each match from match ${RANKED_FROM} on, the oldest first. If there are more than 60: the first, the last, and 58 evenly spaced ones between them`,
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
