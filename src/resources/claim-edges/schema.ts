/** The schema of a claim edge: the link that says that a ghost player is a canonical player. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'

export const ClaimEdge = z
  .strictObject({
    id: uuid(),
    canonicalPlayer: Ref,
    ghostPlayer: Ref,
    claimRequestId: uuid().optional(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    revokedAt: timestamp().optional(),
    revokedBy: Ref.optional(),
  })
  .meta({
    id: 'ClaimEdge',
    description:
      'The link from a canonical player to a ghost player that they claimed; it stays in lists when it is revoked',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a70',
      canonicalPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a17', displayName: 'Bob' },
      ghostPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12', displayName: 'Bob' },
      claimRequestId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a60',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })
