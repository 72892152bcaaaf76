/** The state of the pipeline: its steps, and how many items wait in each. */
import * as z from 'zod'
import { int64, list, timestamp, uuid } from '../../http/schema/schema.ts'
import { STAGES, STATUSES } from '../candidates/schema.ts'

export const STEPS = ['ENRICH_FROM_CATALOG', 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'] as const

export type Step = (typeof STEPS)[number]

const Count = () => z.int().min(0).meta({ format: 'int64' })

const StepStatus = z
  .strictObject({
    step: z.enum(STEPS),
    paused: z.boolean().meta({ description: 'Paused through the API' }),
    suspendedUntil: timestamp().optional(),
    suspendReason: z.string().optional().meta({ description: 'Why the step is suspended' }),
    running: z.boolean().meta({ description: 'Neither paused nor suspended' }),
  })
  .meta({
    id: 'PipelineStep',
    description: 'A step of the pipeline',
    example: { step: 'COLLECT_RULES', paused: false, running: true },
  })

export const PipelineStatus = z
  .strictObject({
    steps: z.array(StepStatus),
    unlinkedRankings: Count().meta({
      description: 'Entries of the ranking that have no candidate yet and wait for the catalogue’s answer',
    }),
    candidatesByStage: z.strictObject(counts(STAGES)),
    candidatesByStatus: z.strictObject(counts(STATUSES)),
  })
  .meta({
    id: 'PipelineStatus',
    description:
      'The state of each step of the pipeline, and the number of candidates by stage and by status',
    example: {
      steps: [
        {
          step: 'ENRICH_FROM_CATALOG',
          paused: false,
          suspendedUntil: '2026-01-15T19:30:00Z',
          suspendReason: 'The catalogue asked us to wait.',
          running: false,
        },
        { step: 'COLLECT_RULES', paused: false, running: true },
        { step: 'INTERPRET_RULES', paused: true, running: false },
        { step: 'PUBLISH', paused: false, running: true },
      ],
      unlinkedRankings: 170214,
      candidatesByStage: { PENDING_RULES: 12, RULES_COLLECTED: 3, INTERPRETED: 240, FAILED: 7 },
      candidatesByStatus: { PENDING: 120, APPROVED: 2, PUBLISHED: 130, REJECTED: 10 },
    },
  })

function counts<const V extends readonly string[]>(values: V): Record<V[number], z.ZodInt> {
  return Object.fromEntries(values.map((value) => [value, Count()])) as Record<V[number], z.ZodInt>
}

export const PipelineSteps = z
  .strictObject({
    steps: z.array(
      z.strictObject({
        ...StepStatus.shape,
        waiting: Count().meta({ description: 'How many items wait for the step, now or later' }),
        inWork: Count().meta({ description: 'How many items the step is working on' }),
        callsToday: Count().meta({ description: 'How often the step has taken items since midnight UTC' }),
        tokensToday: Count().meta({ description: 'The tokens of the language model since midnight UTC' }),
        lastSuccessAt: timestamp().optional(),
        lastFailureAt: timestamp().optional(),
        lastFailure: z.string().optional().meta({
          description: 'Why an item, or the service of the step, last failed',
        }),
      }),
    ),
  })
  .meta({
    id: 'PipelineSteps',
    description: 'What each step of the pipeline has done last, and how much waits for it',
    example: {
      steps: [
        {
          step: 'COLLECT_RULES',
          paused: false,
          running: true,
          waiting: 12,
          inWork: 1,
          callsToday: 240,
          tokensToday: 0,
          lastSuccessAt: '2026-01-15T19:30:00Z',
          lastFailureAt: '2026-01-15T18:10:00Z',
          lastFailure: 'rules.example.org answered 503.',
        },
      ],
    },
  })

export const REQUEST_STATES = ['WAITING', 'IN_WORK', 'CANDIDATE', 'MISSING', 'NOT_A_GAME'] as const

export const RequestedId = z
  .strictObject({
    catalogId: z.number().min(1).meta({ type: 'integer', format: 'int64' }),
    displayName: z.string().optional().meta({ description: 'The name in the ranking or of the candidate' }),
    state: z.enum(REQUEST_STATES).meta({
      description:
        'WAITING: the catalogue was not asked yet, or did not answer. CANDIDATE: it has become a candidate. MISSING: the catalogue does not have it. NOT_A_GAME: it is something else there',
    }),
    candidateId: uuid().optional(),
    failureReason: z.string().optional().meta({ description: 'Why the catalogue did not answer for it' }),
    nextAttemptAt: timestamp().optional(),
    requestedAt: timestamp(),
  })
  .meta({
    id: 'RequestedId',
    description:
      'An id of the catalogue that somebody asked for, or that an expansion needs as its base game',
    example: {
      catalogId: 4711,
      displayName: 'Harbour Lights',
      state: 'CANDIDATE',
      candidateId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a70',
      requestedAt: '2026-01-15T19:30:00Z',
    },
  })

export const WhichStep = z
  .strictObject({ step: z.enum(STEPS).optional() })
  .meta({ id: 'WhichStep', description: 'A step; by default, all steps', example: { step: 'PUBLISH' } })

export const EnrichRequest = z
  .strictObject({ catalogIds: list(int64(), { min: 1, max: 100, unique: true }) })
  .meta({
    id: 'EnrichRequest',
    description: 'Ids of the external catalogue to make candidates from',
    example: { catalogIds: [4711, 4712] },
  })

export const Enriching = z.strictObject({ queued: Count(), known: Count() }).meta({
  id: 'Enriching',
  description:
    'How many ids wait for the catalogue (`queued`), and how many already have a candidate (`known`)',
  example: { queued: 1, known: 1 },
})
