/** The schema of a community: people who share the matches that are attached to it. */
import * as z from 'zod'
import { Ref, displayName, text, timestamp, uuid } from '../../http/schema/schema.ts'

export const JOIN_POLICIES = ['OPEN', 'REQUIRES_APPROVAL'] as const

const joinPolicy = () =>
  z.enum(JOIN_POLICIES).meta({ description: 'OPEN: everybody can join. REQUIRES_APPROVAL: an admin decides' })

export const Community = z
  .strictObject({
    id: uuid(),
    owner: Ref,
    adminGroup: Ref.optional().meta({
      description: 'The group whose members administer the community, as its owner does',
    }),
    displayName: z.string(),
    description: z.string().optional(),
    joinPolicy: joinPolicy(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Community',
    description: 'People who share the final matches that are attached to their community',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90',
      owner: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
      displayName: 'The Meeple Café',
      joinPolicy: 'OPEN',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const CreateCommunity = z
  .strictObject({
    displayName: displayName(100),
    description: text({ max: 10_000 }).optional(),
    joinPolicy: joinPolicy(),
    adminGroupId: uuid().optional(),
  })
  .meta({
    id: 'CreateCommunity',
    description: 'A new community; the caller becomes its owner and first member',
    example: { displayName: 'The Meeple Café', joinPolicy: 'OPEN' },
  })

export const UpdateCommunity = z
  .strictObject({
    displayName: displayName(100).optional(),
    description: text({ max: 10_000 }).nullable().optional(),
    joinPolicy: joinPolicy().optional(),
    adminGroupId: uuid().nullable().optional(),
  })
  .meta({
    id: 'UpdateCommunity',
    description:
      'What to change; an absent field keeps its value, null clears it. Only the owner may choose the admin group',
    example: { joinPolicy: 'REQUIRES_APPROVAL' },
  })
