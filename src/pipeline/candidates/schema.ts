/** What a candidate of the pipeline is: a game or expansion of the external catalogue, on its way into the engine. */
import * as z from 'zod'
import { displayName, imageUrl, int32, int64, text, timestamp, uuid } from '../../http/schema.ts'
import { SCORE_TYPES, tags } from '../../resources/games/schema.ts'
import { CatalogId } from '../rankings/schema.ts'

export const STAGES = ['PENDING_RULES', 'RULES_COLLECTED', 'INTERPRETED', 'FAILED'] as const
export const STATUSES = ['PENDING', 'APPROVED', 'PUBLISHED', 'REJECTED'] as const
export const RELIABILITIES = ['HIGH', 'MEDIUM', 'LOW', 'UNVERIFIED'] as const
export const STEPS_OF_CANDIDATES = ['COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'] as const
const WIN_CONDITIONS = ['HIGHER_WINS', 'LOWER_WINS'] as const

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
    description: 'A value of the catalogue beside that of the rulebook',
    example: { field: 'playingTime', catalogValue: '90', llmValue: '60-120', matches: true },
  })

export const Candidate = z
  .strictObject({
    id: uuid(),
    catalogId: CatalogId,
    displayName: z.string(),
    description: z.string().optional(),
    minPlayers: int32().optional(),
    maxPlayers: int32().optional(),
    playingTime: int32().optional(),
    minAge: int32().optional(),
    yearPublished: int32().optional(),
    imageUrl: imageUrl().optional(),
    tags: z.array(z.string()),
    isExpansion: z.boolean(),
    baseGameCatalogId: CatalogId.optional(),
    scoreType: z.enum(SCORE_TYPES).optional(),
    winCondition: z.enum(WIN_CONDITIONS).optional(),
    stage: z.enum(STAGES),
    status: z.enum(STATUSES),
    reliability: z.enum(RELIABILITIES),
    reliabilityChecks: z.array(ReliabilityCheck),
    failureReason: z.string().optional(),
    gameId: uuid().optional().meta({ description: 'In the engine: the published game, or the base game' }),
    expansionId: uuid().optional(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Candidate',
    description: 'A game or expansion of the external catalogue, on its way into the engine',
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

const required = {
  displayName: displayName(255),
  tags: tags(),
  isExpansion: z.boolean(),
}

const optional = {
  description: text({ max: 10_000 }),
  minPlayers: int32(1),
  maxPlayers: int32(1),
  playingTime: int32(0),
  minAge: int32(0),
  yearPublished: int32(),
  imageUrl: imageUrl(),
  baseGameCatalogId: int64(),
  scoreType: z.enum(SCORE_TYPES),
  winCondition: z.enum(WIN_CONDITIONS),
}

/** The fields that a person may set, in the order of the specification. */
export const EDITABLE = [
  'displayName',
  'description',
  'minPlayers',
  'maxPlayers',
  'playingTime',
  'minAge',
  'yearPublished',
  'imageUrl',
  'tags',
  'isExpansion',
  'baseGameCatalogId',
  'scoreType',
  'winCondition',
] as const

const cleared = {
  description: optional.description.nullable().optional(),
  minPlayers: optional.minPlayers.nullable().optional(),
  maxPlayers: optional.maxPlayers.nullable().optional(),
  playingTime: optional.playingTime.nullable().optional(),
  minAge: optional.minAge.nullable().optional(),
  yearPublished: optional.yearPublished.nullable().optional(),
  imageUrl: optional.imageUrl.nullable().optional(),
  baseGameCatalogId: optional.baseGameCatalogId.nullable().optional(),
  scoreType: optional.scoreType.nullable().optional(),
  winCondition: optional.winCondition.nullable().optional(),
}

const changes = {
  displayName: required.displayName.optional(),
  tags: required.tags.optional(),
  isExpansion: required.isExpansion.optional(),
  ...cleared,
}

export const CreateCandidate = z
  .strictObject({
    catalogId: int64(),
    displayName: required.displayName,
    tags: required.tags.optional(),
    isExpansion: required.isExpansion.optional(),
    description: optional.description.optional(),
    minPlayers: optional.minPlayers.optional(),
    maxPlayers: optional.maxPlayers.optional(),
    playingTime: optional.playingTime.optional(),
    minAge: optional.minAge.optional(),
    yearPublished: optional.yearPublished.optional(),
    imageUrl: optional.imageUrl.optional(),
    baseGameCatalogId: optional.baseGameCatalogId.optional(),
    scoreType: optional.scoreType.optional(),
    winCondition: optional.winCondition.optional(),
  })
  .meta({
    id: 'CreateCandidate',
    description: 'A new candidate; what it leaves out, the catalogue and the rulebooks fill in',
    example: { catalogId: 4711, displayName: 'Harbour Lights' },
  })

export const UpdateCandidate = z.strictObject(changes).meta({
  id: 'UpdateCandidate',
  description: 'What to change; an absent field keeps its value, null clears it',
  example: { maxPlayers: 5, playingTime: null },
})

export const ApproveCandidate = z.strictObject({ ...changes, gameId: uuid().optional() }).meta({
  id: 'ApproveCandidate',
  description: 'What to change before it is published; gameId is the base game of an expansion in the engine',
  example: { winCondition: 'HIGHER_WINS' },
})

export const RetryCandidate = z.strictObject({ step: z.enum(STEPS_OF_CANDIDATES).optional() }).meta({
  id: 'RetryCandidate',
  description: 'The step to try again; without it the one that failed',
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
    description: 'What the rulebooks were read to say, each with the words that bear it and where they stand',
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
