/** The schema of a playset: how somebody plays a game, with rule variants, a scenario and expansions. */
import * as z from 'zod'
import { Ref, displayName, list, text, timestamp, uuid } from '../../http/schema/schema.ts'
import { folded } from '../../http/schema/text.ts'

const variants = () => list(text({ min: 1, max: 200 }), { max: 20, unique: folded })
const scenario = () => text({ min: 1, max: 200 })
const expansions = () => list(uuid(), { unique: true })

const example = {
  displayName: 'Friday rules',
  variants: ['no kingmaking', 'open hands'],
  scenario: 'The long winter',
}

export const Playset = z
  .strictObject({
    id: uuid(),
    owner: Ref,
    game: Ref,
    displayName: z.string().optional(),
    variants: z.array(z.string()),
    scenario: z.string().optional(),
    expansions: z.array(Ref),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    deletedAt: timestamp().optional(),
  })
  .meta({
    id: 'Playset',
    description: 'Rule variants, a scenario and expansions that a game is played with',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a30',
      owner: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
      game: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20', displayName: 'Harbour Lights' },
      ...example,
      expansions: [{ id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a21', displayName: 'Rising Tides' }],
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const CreatePlayset = z
  .strictObject({
    gameId: uuid(),
    displayName: displayName(100).optional(),
    variants: variants(),
    scenario: scenario().optional(),
    expansions: expansions().optional(),
  })
  .meta({
    id: 'CreatePlayset',
    description: 'A new playset; its expansions must belong to its game',
    example: {
      gameId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20',
      ...example,
      expansions: ['0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a21'],
    },
  })

export const UpdatePlayset = z
  .strictObject({
    displayName: displayName(100).nullable().optional(),
    variants: variants().optional(),
    scenario: scenario().nullable().optional(),
    expansions: expansions().optional(),
  })
  .meta({
    id: 'UpdatePlayset',
    description:
      'What to change; an absent field keeps its value, null clears it, a list replaces the current one',
    example: { scenario: null },
  })
