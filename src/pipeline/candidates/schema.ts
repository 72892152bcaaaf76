/** A candidate: a game or expansion from the external catalogue that may be published in the engine. */
import * as z from 'zod'
import { int64, timestamp, uuid } from '../../http/schema/schema.ts'
import { CatalogId } from '../rankings/schema.ts'
import { type Clearable, FIELDS, FIELD_NAMES, type FieldName, isClearable } from './fields.ts'

export const STAGES = ['PENDING_RULES', 'RULES_COLLECTED', 'INTERPRETED', 'FAILED'] as const
export const STATUSES = ['PENDING', 'APPROVED', 'PUBLISHED', 'REJECTED'] as const
export const RELIABILITIES = ['HIGH', 'MEDIUM', 'LOW', 'UNVERIFIED'] as const
export const STEPS_OF_CANDIDATES = ['COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'] as const

const example = {
  displayName: 'Harbour Lights',
  description: 'Build piers and light the way home.',
  minPlayers: 2,
  maxPlayers: 4,
  playingTime: 60,
  minAge: 10,
  yearPublished: 2019,
  imageUrl: 'https://images.example.org/harbour-lights.jpg',
  tags: ['economic', 'tile placement'],
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
}

const ReliabilityCheck = z
  .strictObject({
    field: z.string(),
    catalogValue: z.string().optional(),
    llmValue: z.string().optional(),
    matches: z.boolean(),
  })
  .meta({
    id: 'ReliabilityCheck',
    description: 'The value of a field in the catalogue, compared with its value in the rulebook',
    example: { field: 'playingTime', catalogValue: '90', llmValue: '60-120', matches: true },
  })

const shown = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, isClearable(name) ? FIELDS[name].shown.optional() : FIELDS[name].shown]),
) as {
  [F in FieldName]: F extends Clearable ? z.ZodOptional<Declarations[F]['shown']> : Declarations[F]['shown']
}

export const Candidate = z
  .strictObject({
    id: uuid(),
    catalogId: CatalogId,
    ...shown,
    stage: z
      .enum(STAGES)
      .meta({ description: 'How far the pipeline has got with the rules of the candidate' }),
    status: z.enum(STATUSES).meta({ description: 'What was decided about the candidate' }),
    reliability: z
      .enum(RELIABILITIES)
      .meta({ description: 'How well the catalogue and the rulebooks agree' }),
    reliabilityChecks: z.array(ReliabilityCheck),
    failureReason: z.string().optional(),
    gameId: uuid()
      .optional()
      .meta({ description: 'The published game. If the candidate is an expansion, its base game' }),
    expansionId: uuid().optional().meta({ description: 'The published expansion' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Candidate',
    description:
      'A game or expansion of the external catalogue that can be published as a game or expansion here',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a70',
      catalogId: 4711,
      ...example,
      isExpansion: false,
      stage: 'INTERPRETED',
      status: 'PENDING',
      reliability: 'MEDIUM',
      reliabilityChecks: [{ field: 'minPlayers', catalogValue: '2', llmValue: '2', matches: true }],
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

type Declarations = typeof FIELDS

/** The fields that every candidate has. The document lists them first. */
const names = [
  ...FIELD_NAMES.filter((name) => !isClearable(name)),
  ...FIELD_NAMES.filter((name) => isClearable(name)),
]

const sent = Object.fromEntries(names.map((name) => [name, FIELDS[name].sent.optional()])) as {
  [F in FieldName]: z.ZodOptional<Declarations[F]['sent']>
}

const changes = Object.fromEntries(
  names.map((name) => [
    name,
    isClearable(name) ? FIELDS[name].sent.nullable().optional() : FIELDS[name].sent.optional(),
  ]),
) as {
  [F in FieldName]: z.ZodOptional<
    F extends Clearable ? z.ZodNullable<Declarations[F]['sent']> : Declarations[F]['sent']
  >
}

export const CreateCandidate = z
  .strictObject({ catalogId: int64(), ...sent, displayName: FIELDS.displayName.sent })
  .meta({
    id: 'CreateCandidate',
    description: 'A new candidate; the catalogue and the rulebooks fill in the fields that are left out',
    example: { catalogId: 4711, displayName: 'Harbour Lights' },
  })

export const UpdateCandidate = z.strictObject(changes).meta({
  id: 'UpdateCandidate',
  description: 'What to change; an absent field keeps its value, null clears it',
  example: { maxPlayers: 5, playingTime: null },
})

export const ApproveCandidate = z.strictObject({ ...changes, gameId: uuid().optional() }).meta({
  id: 'ApproveCandidate',
  description:
    'What to change before publication. For an expansion, `gameId` is the published game that it belongs to',
  example: { winCondition: 'HIGHER_WINS' },
})

export const RetryCandidate = z.strictObject({ step: z.enum(STEPS_OF_CANDIDATES).optional() }).meta({
  id: 'RetryCandidate',
  description: 'The step to try again; by default, the step that failed',
  example: { step: 'COLLECT_RULES' },
})

export const Evidence = z
  .strictObject({
    values: z.array(
      z.strictObject({ field: z.string(), value: z.string(), quote: z.string(), url: z.string() }),
    ),
  })
  .meta({
    id: 'Evidence',
    description:
      'The values read from the rulebooks, each with the quote that supports it and the address of its document',
    example: {
      values: [
        {
          field: 'winCondition',
          value: 'HIGHER_WINS',
          quote: 'The player with the most lights wins.',
          url: 'https://rules.example.org/harbour-lights.pdf',
        },
      ],
    },
  })
