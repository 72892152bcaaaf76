/** The schema of a game, and the bodies that create and change one. */
import * as z from 'zod'
import {
  Ref,
  displayName,
  fault,
  always,
  imageUrl,
  int32,
  list,
  text,
  timestamp,
  uuid,
} from '../../http/schema/schema.ts'
import { folded } from '../../http/schema/text.ts'
import { type Parts, incoherences, lacksWinCondition } from './coherence.ts'

export const SCORE_TYPES = ['SCORE', 'TIME', 'TURNS', 'WIN_LOSS'] as const

export const scoreType = () =>
  z.enum(SCORE_TYPES).meta({ description: 'What a score means: points, seconds, turns or nothing' })
export const winCondition = () =>
  z
    .enum(['HIGHER_WINS', 'LOWER_WINS'])
    .meta({ description: 'Required, except with scoreType WIN_LOSS, where it must be absent' })

/** Two tags are duplicates if filters treat them as equal. */
export const tags = () => list(text({ min: 1, max: 100 }), { max: 20, unique: folded })

export const sourceRef = () =>
  text({ max: 64 })
    .regex(/^[a-z]+:[0-9]+$/, 'must be like catalog:13')
    .meta({
      pattern: '^[a-z]+:[0-9]+$',
      maxLength: 64,
      description: 'The catalogue that it comes from, with its id there',
    })

const example = {
  displayName: 'Harbour Lights',
  description: 'Build piers and light the way home.',
  minPlayers: 2,
  maxPlayers: 4,
  imageUrl: 'https://images.example.org/harbour-lights.jpg',
  tags: ['economic', 'tile placement'],
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
}

export const Game = z
  .strictObject({
    id: uuid(),
    displayName: z.string(),
    description: z.string(),
    minPlayers: int32(1),
    maxPlayers: int32(1),
    imageUrl: imageUrl().optional(),
    tags: z.array(z.string()),
    scoreType: scoreType(),
    winCondition: winCondition().optional(),
    expansions: z.array(Ref),
    sourceRef: z.string().optional(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Game',
    description: 'A game with its expansions',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20',
      ...example,
      expansions: [{ id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a21', displayName: 'Rising Tides' }],
      sourceRef: 'catalog:4711',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const CreateGame = z
  .strictObject({
    displayName: displayName(255),
    description: text({ max: 10_000 }),
    minPlayers: int32(1),
    maxPlayers: int32(1),
    imageUrl: imageUrl().optional(),
    tags: tags(),
    scoreType: scoreType(),
    winCondition: winCondition().optional(),
    sourceRef: sourceRef().optional(),
  })
  .superRefine((game, context) => checkGame(game, context), always)
  .meta({ id: 'CreateGame', description: 'A new game', example: { ...example, sourceRef: 'catalog:4711' } })

/** A field that is absent keeps its value; null clears it. */
export const UpdateGame = z
  .strictObject({
    displayName: displayName(255).optional(),
    description: text({ max: 10_000 }).optional(),
    minPlayers: int32(1).optional(),
    maxPlayers: int32(1).optional(),
    imageUrl: imageUrl().nullable().optional(),
    tags: tags().optional(),
    scoreType: scoreType().optional(),
    winCondition: winCondition().nullable().optional(),
  })
  .meta({
    id: 'UpdateGame',
    description: 'What to change; an absent field keeps its value',
    example: { maxPlayers: 5 },
  })

function checkGame(game: Parts | undefined, context: z.RefinementCtx): void {
  const sent = game ?? {}
  for (const { field, code, message } of incoherences(sent))
    fault(context, code, message, [field], sent[field])
  if (lacksWinCondition(sent)) fault(context, 'REQUIRED', WIN_CONDITION_REQUIRED, ['winCondition'])
}

export const WIN_CONDITION_REQUIRED = 'is required unless scoreType is WIN_LOSS'
