/** The schema of a membership request: somebody asks to join a community. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'

export const MEMBERSHIP_REQUEST_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED'] as const

export const MembershipRequest = z
  .strictObject({
    id: uuid(),
    community: Ref,
    user: Ref,
    status: z.enum(MEMBERSHIP_REQUEST_STATUSES),
    decidedBy: Ref.optional(),
    decidedAt: timestamp().optional(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'MembershipRequest',
    description: 'A request by a user to become a member of a community; its admins decide',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a92',
      community: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90', displayName: 'The Meeple Café' },
      user: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a15', displayName: 'Carol' },
      status: 'PENDING',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const DecideMembershipRequest = z.strictObject({ status: z.enum(['APPROVED', 'REJECTED']) }).meta({
  id: 'DecideMembershipRequest',
  description: 'The decision of an admin',
  example: { status: 'APPROVED' },
})
