/** The schemas of the figures of a person page: of a canonical player, and of a ghost player. */
import * as z from 'zod'
import { Ref, timestamp } from '../../../http/schema/schema.ts'
import { kind, place, placeOf, won } from '../../results/schema.ts'
import {
  countedAsOne,
  day,
  Decided,
  exampleGame,
  exampleGhostPlayer,
  exampleOwner,
  examplePlayer,
  MIDDLE,
  month,
  n,
  Run,
  score,
  SHARED,
} from './parts.ts'

/** What somebody else gets of a person, whoever they count as the same person. */
export const Figures = z.strictObject({
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
        'How many of the decided contests the player would have won by chance alone. For each contest, the share of finishers who won is added up. With four decimals',
    }),
  }),
  unknown: n('Matches with no known place, win or loss'),
  longestRun: Run.optional().meta({
    description: 'The most contests won in a row. If several runs have this length, the newest one',
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
    .meta({ description: 'The last 18 months with matches, the latest first' }),
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
            all: z.strictObject({ lowest: score(), highest: score() }).meta({
              description: 'The lowest and the highest score that anybody reached in the matches of `newest`',
            }),
          })
          .optional(),
      }),
    )
    .meta({ description: 'The 6 most played games' }),
})

const figures = z.strictObject({ countedAsOne: countedAsOne(), ...Figures.shape })

export const example = {
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
}

export const PersonStatistics = z.strictObject({ canonicalPlayer: Ref, ...figures.shape }).meta({
  id: 'PersonStatistics',
  description: 'The figures of a person, over the final matches whose details the caller may see',
  example: { canonicalPlayer: examplePlayer, ...example },
})

export const GhostPlayerStatistics = z
  .strictObject({
    ghostPlayer: Ref,
    owner: Ref.meta({ description: 'The user who owns the ghost player and records its matches' }),
    canonicalPlayer: Ref.optional().meta({
      description: 'The player who has claimed the ghost player, if the caller may see them',
    }),
    claimable: z.boolean().meta({
      description:
        'Whether the caller may ask to be this ghost player (`POST /claim-requests`); false for its owner',
    }),
    claimRequests: n(
      'Pending requests to claim this ghost player, if the caller made them or decides about them',
    ),
    ...figures.shape,
  })
  .meta({
    id: 'GhostPlayerStatistics',
    description: 'The figures of a ghost player, over the final matches whose details the caller may see',
    example: {
      ghostPlayer: exampleGhostPlayer,
      owner: exampleOwner,
      claimable: true,
      claimRequests: 0,
      ...example,
    },
  })
