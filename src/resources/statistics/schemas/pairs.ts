/** The schemas of an opponent and of a head-to-head. */
import * as z from 'zod'
import { Ref, timestamp } from '../../../http/schema/schema.ts'
import {
  countedAsOne,
  day,
  Decided,
  exampleGame,
  examplePlayer,
  meetings,
  n,
  otherPlayer,
  player,
  score,
  TOGETHER,
} from './parts.ts'

export const Opponent = z
  .strictObject({
    ...player,
    owner: Ref.optional().meta({
      description: 'The user who owns `ghostPlayer`. It distinguishes two ghost players with the same name',
    }),
    countedAsOne: countedAsOne(),
    ...meetings,
    lastMetAt: timestamp(),
  })
  .meta({
    id: 'Opponent',
    description: 'A person that a player has met in matches that the caller may see',
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

const ownerOf = (side: string) =>
  Ref.optional().meta({
    description: `The user who owns \`${side}\`; present if \`${side}\` is a ghost player`,
  })

export const HeadToHead = z
  .strictObject({
    one: Ref,
    ownerOfOne: ownerOf('one'),
    other: Ref,
    ownerOfOther: ownerOf('other'),
    countedAsOne: z.strictObject({ one: countedAsOne(), other: countedAsOne() }).optional(),
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
              'AHEAD: `one` had the better place. LEVEL: both had the same place. BEHIND: `one` had the worse place. TOGETHER: both won or lost together. UNKNOWN: a place is not known',
          }),
          by: score().optional().meta({ description: 'The score of `one` minus the score of `other`' }),
        }),
      )
      .meta({ description: 'The newest 200 meetings, the newest first' }),
  })
  .meta({
    id: 'HeadToHead',
    description: 'Two players compared by the matches that both played and whose details the caller may see',
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
