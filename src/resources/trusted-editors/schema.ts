/** The schema of a trusted editor: a user whose edits of somebody's matches are approved at once. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'

export const TrustedEditor = z
  .strictObject({
    id: uuid(),
    grantor: Ref,
    editor: Ref,
    createdAt: timestamp(),
    updatedAt: timestamp(),
    revokedAt: timestamp().optional(),
  })
  .meta({
    id: 'TrustedEditor',
    description:
      'Edits by the editor in the grantor’s matches are approved at once. The trust does not work in the other direction',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a50',
      grantor: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
      editor: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a15', displayName: 'Carol' },
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const GrantTrust = z.strictObject({ userId: uuid() }).meta({
  id: 'GrantTrust',
  description: 'The user who becomes a trusted editor of the caller',
  example: { userId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a15' },
})
