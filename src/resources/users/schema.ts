/** The schema of a user: a person who signs in. */
import * as z from 'zod'
import { Ref, displayName, timestamp, uuid } from '../../http/schema/schema.ts'

export const User = z
  .strictObject({
    id: uuid(),
    displayName: z.string(),
    canonicalPlayer: Ref,
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'User',
    description: 'A person who uses the service, as others see them',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a15',
      displayName: 'Carol',
      canonicalPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a16', displayName: 'Carol' },
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const Me = z
  .strictObject({
    id: uuid(),
    displayName: z.string(),
    canonicalPlayer: Ref,
    selfGhostPlayer: Ref,
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Me',
    description: 'The caller: a user with their canonical player and self ghost player',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10',
      displayName: 'Alice',
      canonicalPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11', displayName: 'Alice' },
      selfGhostPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12', displayName: 'Alice' },
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const UpdateMe = z.strictObject({ displayName: displayName(100).optional() }).meta({
  id: 'UpdateMe',
  description: 'What to change; an absent field keeps its value',
  example: { displayName: 'Alice B.' },
})
