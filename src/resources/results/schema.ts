/** The schema of a result: how one person finished in one match. */
import * as z from 'zod'
import { Ref, score, timestamp, uuid } from '../../http/schema/schema.ts'
import { scoreType, winCondition } from '../games/schema.ts'
import { RESULT_KINDS } from './finish.ts'

const KIND =
  'ALONE: one participant. TOGETHER: all won or lost as one. COMPETITIVE: a contest with places. UNKNOWN: no place, win or loss is known.'

export const kind = () => z.enum(RESULT_KINDS).meta({ description: KIND })
export const place = () =>
  z.int32().min(1).meta({
    description: 'The place in a contest. Tied participants share a place. Absent if it is not known',
  })
export const placeOf = () =>
  z.int32().min(1).meta({
    description:
      'In a contest, the number of finishers. A side counts as one finisher. In other matches, the number of participants',
  })
export const won = () => z.boolean().meta({ description: 'True for a win; absent if it is not known' })

const id = (end: string) => `0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a${end}`

export const Result = z
  .strictObject({
    match: z.strictObject({ id: uuid(), game: Ref, playedAt: timestamp(), community: Ref.optional() }),
    matchParticipantId: uuid(),
    kind: kind(),
    place: place().optional(),
    of: placeOf(),
    tied: z.boolean().meta({ description: 'True if somebody else has the same place' }),
    won: won().optional(),
    score: score().optional(),
    scoreType: scoreType(),
    winCondition: winCondition().optional(),
  })
  .meta({
    id: 'Result',
    description: 'How a person finished in one final match',
    example: {
      match: {
        id: id('40'),
        game: { id: id('20'), displayName: 'Harbour Lights' },
        playedAt: '2026-01-15T19:30:00Z',
      },
      matchParticipantId: id('41'),
      kind: 'COMPETITIVE',
      place: 2,
      of: 4,
      tied: false,
      won: false,
      score: 42.5,
      scoreType: 'SCORE',
      winCondition: 'HIGHER_WINS',
    },
  })
