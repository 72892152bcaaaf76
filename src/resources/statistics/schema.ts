/** The schemas of statistics. A share is left to the reader: each answer has the counts, and of how many. */
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
const day = () => z.string().meta({ format: 'date', description: 'In the time zone' })
const month = () => z.string().meta({ description: 'In the time zone, such as 2026-01' })
const score = () => z.number()

const Decided = z.strictObject({
  matches: n(),
  decided: n('Those that are known to be won or lost'),
  won: n(),
})
const Run = z.strictObject({ wins: n(), from: timestamp(), to: timestamp() })
const player = {
  canonicalPlayer: Ref.optional(),
  ghostPlayer: Ref.optional().meta({
    description: 'Instead of `canonicalPlayer`, for whom nobody is whom the caller may see',
  }),
}
const balance = {
  ahead: n('Both places are known, and they are not on one side'),
  level: n(),
  behind: n(),
}
const TOGETHER = 'In matches that all won or lost as one, or on the same side'

const distribution = (parts: string) => ({
  values: z.array(score()).optional().meta({ description: 'All of up to 30 scores, the lowest first' }),
  bins: z
    .array(n())
    .optional()
    .meta({ description: `Of more: how many are in ${parts}` }),
})

const exampleGame = { id: id('20'), displayName: 'Harbour Lights' }
const examplePlayer = { id: id('17'), displayName: 'Bob' }
const otherPlayer = { id: id('18'), displayName: 'Carol' }

export const PersonStatistics = z
  .strictObject({
    canonicalPlayer: Ref,
    matches: n(),
    games: n(),
    hIndex: n('The largest number of games that were played as often, each'),
    firstPlayedAt: timestamp().optional(),
    lastPlayedAt: timestamp().optional(),
    alone: Decided,
    together: Decided,
    competitive: z.strictObject({
      matches: n(),
      decided: n('Those that are known to be won or lost'),
      won: n(),
      shared: n('Of those won'),
      byChance: z.number().meta({
        description:
          'How many of the decided ones chance would have won, with four decimals: the sum of the shares of the sides that won',
      }),
    }),
    unknown: n('Matches in which nothing tells who came where'),
    longestRun: Run.optional().meta({
      description: 'The most contests won one after the other; the newest of equal ones',
    }),
    currentRun: n('Contests won since the last one that was not'),
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
      .meta({ description: 'The newest 60, the newest first' }),
    months: z
      .array(
        z.strictObject({ month: month(), matches: n(), won: n('Contests'), together: n('Played together') }),
      )
      .meta({ description: 'The newest 18 with matches, the newest first' }),
    finishes: z
      .array(
        z.strictObject({
          of: placeOf(),
          matches: n(),
          places: z.array(n()).meta({ description: 'How often first, second, and so on' }),
        }),
      )
      .meta({
        description: 'Of contests with a place, by how many finished: the 8 most frequent sizes up to 12',
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
              written: n(),
              lowest: score(),
              middle: score(),
              highest: score(),
              best: score(),
              newest: z.array(score()).meta({ description: 'Up to 7, the newest first' }),
              all: z
                .strictObject({ lowest: score(), highest: score() })
                .meta({ description: 'In the matches of `newest`, of all who took part' }),
            })
            .optional(),
        }),
      )
      .meta({ description: 'The 6 most played' }),
  })
  .meta({
    id: 'PersonStatistics',
    description: 'The figures of a person, over the final matches whose details the caller sees',
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

export const Opponent = z
  .strictObject({ ...player, met: n(), ...balance, together: n(TOGETHER), lastMetAt: timestamp() })
  .meta({
    id: 'Opponent',
    description: 'Somebody whom a person has met in matches that the caller sees',
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
    met: n(),
    ...balance,
    together: Decided.meta({ description: TOGETHER }),
    unknown: n('Met in a contest in which one of the places is not known'),
    longestRunAhead: n(),
    longestRunBehind: n(),
    firstMetAt: timestamp().optional(),
    lastMetAt: timestamp().optional(),
    games: z
      .array(z.strictObject({ game: Ref, met: n(), ...balance, together: n() }))
      .meta({ description: 'The 12 most played' }),
    meetings: z
      .array(
        z.strictObject({
          on: day(),
          game: z.int32().min(0).optional().meta({ description: 'Which of `games`, from 0' }),
          how: z.enum(['AHEAD', 'LEVEL', 'BEHIND', 'TOGETHER', 'UNKNOWN']),
          by: score().optional().meta({ description: 'The score of the one less that of the other' }),
        }),
      )
      .meta({ description: 'The newest 200, the newest first' }),
  })
  .meta({
    id: 'HeadToHead',
    description: 'How one person stands to another, over the matches of both whose details the caller sees',
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
    players: n('Different people, or ghost players who are nobody whom the caller may see'),
    firstPlayedAt: timestamp().optional(),
    lastPlayedAt: timestamp().optional(),
    kinds: z.strictObject({ alone: n(), together: n(), competitive: n(), unknown: n() }),
    together: Decided,
    sizes: z
      .array(
        z.strictObject({
          players: n('How many took part'),
          matches: n(),
          written: n('Scores'),
          lowest: score().optional(),
          middle: score().optional(),
          highest: score().optional(),
          ...distribution('each of 12 equal parts of the range of all scores, as for all tables'),
        }),
      )
      .meta({ description: 'The 8 most frequent' }),
    scores: z
      .strictObject({
        written: n(),
        lowest: score(),
        lowerQuarter: score(),
        middle: score(),
        upperQuarter: score(),
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
      .meta({ description: 'The best score by the game’s `winCondition`; of equal ones the first' }),
    months: z
      .array(z.strictObject({ month: month(), matches: n() }))
      .meta({ description: 'The newest 18 with matches, the newest first' }),
    seats: z
      .array(
        z.strictObject({ position: n('From 1, in the order of the participants'), placed: n(), won: n() }),
      )
      .meta({ description: 'In contests, of those whose place is known' }),
    factions: z
      .array(z.strictObject({ name: z.string(), placed: n(), won: n() }))
      .meta({ description: 'The same by the attribute `faction` of loadouts: the 10 most frequent' }),
    expansions: z
      .array(z.strictObject({ expansion: Ref, matches: n() }))
      .meta({ description: 'The 10 most used' }),
  })
  .meta({
    id: 'GameStatistics',
    description: 'The figures of a game, over the final matches whose details the caller sees',
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
    players: n('Different people in its matches, or ghost players who are nobody whom the caller may see'),
    matches: n(),
    matchesThisMonth: n(),
    games: n(),
    firstPlayedAt: timestamp().optional(),
    lastPlayedAt: timestamp().optional(),
    topGames: TopGames.meta({ description: 'The 8 most played' }),
    months: z
      .array(z.strictObject({ month: month(), matches: n() }))
      .meta({ description: 'The newest 18 with matches, the newest first' }),
    days: z
      .array(z.strictObject({ on: day(), matches: n() }))
      .meta({ description: 'The newest 60 with matches, the newest first' }),
    pairs: z
      .array(
        z.strictObject({
          one: z.strictObject(player),
          other: z.strictObject(player),
          met: n(),
          ...balance,
          together: n(TOGETHER),
        }),
      )
      .meta({ description: 'The 12 pairs that have met most, in matches of up to 20; `ahead` is the one' }),
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

const Win = z.strictObject({ matchId: uuid(), game: Ref, playedAt: timestamp(), by: score() })

export const Recap = z
  .strictObject({
    year: z.int32(),
    matches: n(),
    days: n('On which they were played'),
    people: n(),
    games: n(),
    newGames: n('Not played in any year before'),
    competitive: z.strictObject({ matches: n(), decided: n(), won: n(), shared: n() }),
    together: Decided,
    longestRun: Run.optional(),
    closestWin: Win.optional().meta({
      description: 'By the smallest difference of scores to somebody behind',
    }),
    biggestWin: Win.optional().meta({ description: 'The same, by the largest' }),
    mostMet: z
      .array(z.strictObject({ ...player, met: n(), ...balance, together: n(TOGETHER) }))
      .meta({ description: 'At most 5, without people who hide their history from the caller' }),
    busiestDay: z.strictObject({ on: day(), matches: n() }).optional(),
    months: z
      .array(z.strictObject({ month: z.int32().min(1).max(12), matches: n(), won: n('Contests') }))
      .meta({ description: 'All twelve' }),
    topGames: TopGames.meta({ description: 'The 5 most played' }),
  })
  .meta({
    id: 'Recap',
    description: 'A year of the caller',
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
  rating: z.int32().meta({ description: 'Three deviations below the estimate, as in leaderboards' }),
  uncertainty: int32(0).meta({ description: 'One deviation, on the scale of the rating' }),
  estimate: z.int32().meta({
    description:
      'The estimated strength on the scale of the rating: nineteen times in twenty the strength is within two uncertainties of it',
  }),
}

export const OwnRating = z
  .strictObject({
    ...strength,
    provisional: z.boolean().meta({ description: `True under ${RANKED_FROM} matches` }),
    matches: n('Contests in which the caller has a place and somebody else has one'),
    line: z
      .array(
        z.strictObject({
          match: int32(1).meta({ description: 'Which of `matches`' }),
          playedAt: timestamp(),
          ...strength,
        }),
      )
      .meta({
        description: `After each match from match ${RANKED_FROM} on, the first one first; of more than 60, the first, the last and 58 between them at equal distances`,
      }),
  })
  .meta({
    id: 'OwnRating',
    description:
      'What the caller’s own matches of a game tell of their strength; of a beginner before the first one',
    example: {
      rating: 1138,
      uncertainty: 196,
      estimate: 1726,
      provisional: false,
      matches: 5,
      line: [{ match: 5, playedAt: '2026-01-15T19:30:00Z', rating: 1138, uncertainty: 196, estimate: 1726 }],
    },
  })
