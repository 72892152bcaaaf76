/** The schema of a claim request: a canonical player asks to be a ghost player. */
import * as z from 'zod'
import { Ref, text, timestamp, uuid, words } from '../../http/schema/schema.ts'

export const CLAIM_REQUEST_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED'] as const

export const ClaimRequest = z
  .strictObject({
    id: uuid(),
    canonicalPlayer: Ref,
    ghostPlayer: Ref,
    status: z.enum(CLAIM_REQUEST_STATUSES),
    message: text().optional(),
    decidedBy: Ref.optional(),
    decidedAt: timestamp().optional(),
    claimEdgeId: uuid().optional().meta({ description: 'The claim edge that the approval made' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'ClaimRequest',
    description:
      'A request by a canonical player to claim a ghost player; the owner of the ghost player decides',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a60',
      canonicalPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a17', displayName: 'Bob' },
      ghostPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12', displayName: 'Bob' },
      status: 'PENDING',
      message: 'That was me, on Friday.',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const CreateClaimRequest = z
  .strictObject({ ghostPlayerId: uuid(), message: words(1000).optional() })
  .meta({
    id: 'CreateClaimRequest',
    description:
      'The ghost player that the caller claims to be; a request for the caller’s own ghost player is approved at once',
    example: { ghostPlayerId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12', message: 'That was me, on Friday.' },
  })

export const DecideClaimRequest = z
  .strictObject({ status: z.enum(['APPROVED', 'REJECTED']) })
  .meta({ id: 'DecideClaimRequest', description: 'The owner’s decision', example: { status: 'APPROVED' } })
