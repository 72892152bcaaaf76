/** The schema of a membership: the fact that a user belongs to a community. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'

export const Membership = z
  .strictObject({ id: uuid(), community: Ref, user: Ref, createdAt: timestamp(), updatedAt: timestamp() })
  .meta({
    id: 'Membership',
    description: 'A user belongs to a community',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a91',
      community: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90', displayName: 'The Meeple Café' },
      user: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a15', displayName: 'Carol' },
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const OwnMembership = z
  .strictObject({
    id: uuid(),
    community: Ref,
    owner: Ref.meta({ description: 'The owner of the community' }),
    isAdmin: z.boolean().meta({ description: 'The caller owns the community or is in its admin group' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'OwnMembership',
    description: 'The caller belongs to a community',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a91',
      community: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90', displayName: 'The Meeple Café' },
      owner: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
      isAdmin: false,
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })
