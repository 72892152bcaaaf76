/** The schema of a group: people chosen by the group's owner, to let them see or administer something. */
import * as z from 'zod'
import { Ref, displayName, int32, timestamp, uuid } from '../../http/schema/schema.ts'

export const Group = z
  .strictObject({
    id: uuid(),
    owner: Ref,
    displayName: z.string(),
    memberCount: int32(0).meta({
      description: 'The number of members; the owner counts only if they are also a member',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Group',
    description:
      'A list of people. A privacy setting can let them in, and a community can have them as admins',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a80',
      owner: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
      displayName: 'Friday evenings',
      memberCount: 4,
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const GroupMember = z
  .strictObject({ id: uuid(), displayName: z.string(), addedAt: timestamp() })
  .meta({
    id: 'GroupMember',
    description: 'A user in a group',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a15',
      displayName: 'Carol',
      addedAt: '2026-01-15T19:30:00Z',
    },
  })

export const CreateGroup = z.strictObject({ displayName: displayName(100) }).meta({
  id: 'CreateGroup',
  description: 'A new group, without members',
  example: { displayName: 'Friday evenings' },
})

export const UpdateGroup = z.strictObject({ displayName: displayName(100).optional() }).meta({
  id: 'UpdateGroup',
  description: 'What to change; an absent field keeps its value',
  example: { displayName: 'Saturday evenings' },
})

export const AddGroupMember = z.strictObject({ userId: uuid() }).meta({
  id: 'AddGroupMember',
  description: 'The user who becomes a member',
  example: { userId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a15' },
})
