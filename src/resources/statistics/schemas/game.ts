/** The schema of the figures of a game page. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../../http/schema/schema.ts'
import { Decided, exampleGame, examplePlayer, exampleId, MIDDLE, month, n, player, score } from './parts.ts'

const distribution = (parts: string) => ({
  values: z
    .array(score())
    .optional()
    .meta({ description: 'All scores, the lowest first; absent if there are more than 30' }),
  bins: z
    .array(n())
    .optional()
    .meta({ description: `Present if there are more than 30 scores: how many of them are in ${parts}` }),
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
      .meta({
        description:
          'The best score by the game’s `winCondition`. If several scores are equal, the earliest one',
      }),
    months: z
      .array(z.strictObject({ month: month(), matches: n() }))
      .meta({ description: 'The last 18 months with matches, the latest first' }),
    seats: z
      .array(
        z.strictObject({
          position: n('The position among the participants of a match, from 1'),
          placed: n(),
          won: n(),
        }),
      )
      .meta({
        description:
          'For each seat in contests: how many participants have a known place, and how many of them won',
      }),
    factions: z.array(z.strictObject({ name: z.string(), placed: n(), won: n() })).meta({
      description:
        'For each of the 10 most frequent factions (the loadout attribute `faction`): how many participants have a known place, and how many of them won',
    }),
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
        matchId: exampleId('40'),
        matchParticipantId: exampleId('41'),
        playedAt: '2026-01-15T19:30:00Z',
        canonicalPlayer: examplePlayer,
      },
      months: [{ month: '2026-01', matches: 1 }],
      seats: [
        { position: 1, placed: 1, won: 1 },
        { position: 2, placed: 1, won: 0 },
      ],
      factions: [{ name: 'Gulls', placed: 1, won: 1 }],
      expansions: [{ expansion: { id: exampleId('21'), displayName: 'Rising Tides' }, matches: 1 }],
    },
  })
