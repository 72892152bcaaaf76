/** The schema of a canonical player: the one player that a user is. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'

export const CanonicalPlayer = z
  .strictObject({
    id: uuid(),
    user: Ref,
    displayName: z.string(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'CanonicalPlayer',
    description: 'The one player that a user is',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a17',
      user: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a16', displayName: 'Bob' },
      displayName: 'Bob',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })
