/** The schema of a match edit: a proposal to change a finalized match. */
import * as z from 'zod'
import {
  Ref,
  always,
  fault,
  int32,
  list,
  refuseDuplicates,
  score,
  timestamp,
  uuid,
} from '../../http/schema/schema.ts'
import { OUTCOMES, RANK, SCORE, attributes } from '../matches/schema.ts'

export const MATCH_EDIT_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const

const id = (end: string) => `0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a${end}`
const SET = 'True if the edit writes this field. If the field is then absent, the edit clears it'

const ParticipantChange = z.strictObject({
  matchParticipantId: uuid(),
  score: score().optional(),
  rank: int32(1).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  scoreSet: z.boolean().meta({ description: SET }),
  rankSet: z.boolean().meta({ description: SET }),
  outcomeSet: z.boolean().meta({ description: SET }),
})

const LoadoutChange = z.strictObject({ matchParticipantId: uuid(), attributes: z.looseObject({}) })

const ReplacedOfParticipant = z.strictObject({
  matchParticipantId: uuid(),
  score: score().optional(),
  rank: int32(1).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  attributes: z.looseObject({}).optional().meta({ description: 'The attributes of the old loadout' }),
})

const Replaced = z
  .strictObject({
    participants: z.array(ReplacedOfParticipant).meta({
      description: 'The changed participants. A changed field is absent if nothing was written before',
    }),
    playset: Ref.optional(),
    expansions: z.array(Ref).optional(),
  })
  .meta({
    description:
      'The values that the edit has replaced. Absent until the edit is applied, and for edits that were applied by an earlier version of the service, which did not store them',
  })

export const MatchEdit = z
  .strictObject({
    id: uuid(),
    matchId: uuid(),
    proposedBy: Ref,
    status: z.enum(MATCH_EDIT_STATUSES),
    decidedBy: Ref.optional(),
    decidedAt: timestamp().optional(),
    participantChanges: z.array(ParticipantChange),
    loadoutChanges: z.array(LoadoutChange),
    playsetChange: z
      .strictObject({ playset: Ref.optional() })
      .optional()
      .meta({ description: 'Without a playset, the edit removes the current playset' }),
    expansionChange: z
      .strictObject({ expansions: z.array(Ref) })
      .optional()
      .meta({ description: 'Replaces all expansions; an empty list removes them' }),
    replaced: Replaced.optional(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'MatchEdit',
    description: 'What somebody proposes to change in a finalized match, and what became of it',
    example: {
      id: id('80'),
      matchId: id('40'),
      proposedBy: { id: id('15'), displayName: 'Carol' },
      status: 'PENDING',
      participantChanges: [
        { matchParticipantId: id('41'), score: 41.5, scoreSet: true, rankSet: true, outcomeSet: false },
      ],
      loadoutChanges: [{ matchParticipantId: id('41'), attributes: { faction: 'Gulls' } }],
      playsetChange: {},
      expansionChange: { expansions: [{ id: id('21'), displayName: 'Rising Tides' }] },
      createdAt: '2026-01-16T10:00:00Z',
      updatedAt: '2026-01-16T10:00:00Z',
    },
  })

const ParticipantChangeInput = z.strictObject({
  matchParticipantId: uuid(),
  score: score().nullable().optional().meta({ description: SCORE }),
  rank: int32(1).nullable().optional().meta({ description: RANK }),
  outcome: z.enum(OUTCOMES).nullable().optional(),
})

const LoadoutChangeInput = z.strictObject({ matchParticipantId: uuid(), attributes: attributes() })

const changes = <T extends z.ZodType>(item: T) =>
  list(item).superRefine(
    (items, context) => refuseDuplicates(items, context, 'DUPLICATE_CHANGE', participantOf, 'is changed'),
    always,
  )

export const CreateMatchEdit = z
  .strictObject({
    participantChanges: changes(ParticipantChangeInput).optional(),
    loadoutChanges: changes(LoadoutChangeInput).optional(),
    playsetChange: z.strictObject({ playsetId: uuid().nullable().optional() }).optional(),
    expansionChange: z.strictObject({ expansionIds: list(uuid(), { unique: true }) }).optional(),
  })
  .superRefine((edit, context) => {
    if (Object.keys(edit).length === 0) fault(context, 'TOO_FEW_ITEMS', 'must have at least one change')
  })
  .meta({
    id: 'CreateMatchEdit',
    description:
      'At least one change. An absent field of a participant keeps its value; null clears it. `attributes` replaces all attributes of a loadout, and `expansionIds` all expansions of the match. A `playsetChange` without a `playsetId` removes the playset.',
    minProperties: 1,
    example: {
      participantChanges: [{ matchParticipantId: id('41'), score: 41.5, rank: null }],
      loadoutChanges: [{ matchParticipantId: id('41'), attributes: { faction: 'Gulls' } }],
      playsetChange: { playsetId: null },
      expansionChange: { expansionIds: [id('21')] },
    },
  })

export type CreateMatchEdit = z.output<typeof CreateMatchEdit>

export const DecideMatchEdit = z
  .strictObject({ status: z.enum(['APPROVED', 'REJECTED']) })
  .meta({ id: 'DecideMatchEdit', description: 'The recorder’s decision', example: { status: 'APPROVED' } })

function participantOf(item: unknown) {
  if (typeof item !== 'object' || item === null || !('matchParticipantId' in item)) return undefined
  return { value: item.matchParticipantId, path: 'matchParticipantId' }
}
