/** The schema of a dispute in a list of disputes from all matches. A match shows its own disputes with its participants. */
import * as z from 'zod'
import { Ref, text, timestamp, uuid } from '../../http/schema/schema.ts'

const id = (end: string) => `0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a${end}`

export const Dispute = z
  .strictObject({
    matchParticipantId: uuid().meta({ description: 'The participant whose result is disputed' }),
    match: z.strictObject({ id: uuid(), game: Ref, playedAt: timestamp() }),
    recorder: Ref,
    ghostPlayer: Ref,
    reason: text({ min: 1, max: 1000 }),
    disputedBy: Ref,
    disputedAt: timestamp(),
  })
  .meta({
    id: 'Dispute',
    description: 'A claimed player disagrees with the result that was recorded for them',
    example: {
      matchParticipantId: id('41'),
      match: {
        id: id('40'),
        game: { id: id('20'), displayName: 'Harbour Lights' },
        playedAt: '2026-01-15T19:30:00Z',
      },
      recorder: { id: id('10'), displayName: 'Alice' },
      ghostPlayer: { id: id('12'), displayName: 'Bob' },
      reason: 'I had 47 points, not 37.',
      disputedBy: { id: id('14'), displayName: 'Bob' },
      disputedAt: '2026-01-16T08:00:00Z',
    },
  })
