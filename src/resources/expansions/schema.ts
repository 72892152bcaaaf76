/** The schema of an expansion of a game. */
import * as z from 'zod'
import { displayName, imageUrl, text, timestamp, uuid } from '../../http/schema/schema.ts'
import { sourceRef } from '../games/schema.ts'

const example = {
  displayName: 'Rising Tides',
  description: 'Storms, and a fifth player.',
  imageUrl: 'https://images.example.org/rising-tides.jpg',
}

export const Expansion = z
  .strictObject({
    id: uuid(),
    displayName: z.string(),
    description: z.string().optional(),
    imageUrl: imageUrl().optional(),
    sourceRef: z.string().optional(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Expansion',
    description: 'An expansion of one game. A match lists the expansions that it was played with',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a21',
      ...example,
      sourceRef: 'catalog:4712',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const CreateExpansion = z
  .strictObject({
    displayName: displayName(255),
    description: text({ max: 10_000 }).optional(),
    imageUrl: imageUrl().optional(),
    sourceRef: sourceRef().optional(),
  })
  .meta({
    id: 'CreateExpansion',
    description: 'A new expansion',
    example: { ...example, sourceRef: 'catalog:4712' },
  })

export const UpdateExpansion = z
  .strictObject({
    displayName: displayName(255).optional(),
    description: text({ max: 10_000 }).nullable().optional(),
    imageUrl: imageUrl().nullable().optional(),
  })
  .meta({
    id: 'UpdateExpansion',
    description: 'What to change; an absent field keeps its value, null clears it',
    example: { description: null },
  })
