/** The schema of a privacy setting: who may see one type of a user's data. */
import * as z from 'zod'
import { Ref, list, timestamp, uuid } from '../../http/schema/schema.ts'
import { DATA_TYPES, LEVELS } from '../visibility/relations.ts'

const level = () =>
  z.enum(LEVELS).meta({
    description: 'PRIVATE lets nobody in, PUBLIC every user, PRIVILEGED_ACCESS the members of `groups`',
  })

export const PrivacySetting = z
  .strictObject({
    id: uuid(),
    user: Ref,
    dataType: z.enum(DATA_TYPES),
    level: level(),
    groups: z
      .array(Ref)
      .meta({ description: 'The groups whose members may see the data with the level PRIVILEGED_ACCESS' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'PrivacySetting',
    description: 'Who may see one type of a user’s data; every user has a setting for each type',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2aa0',
      user: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
      dataType: 'MATCH_HISTORY',
      level: 'PRIVILEGED_ACCESS',
      groups: [{ id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a80', displayName: 'Friday evenings' }],
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const UpdatePrivacySetting = z
  .strictObject({ level: level().optional(), groupIds: list(uuid(), { unique: true }).optional() })
  .meta({
    id: 'UpdatePrivacySetting',
    description: 'What to change; an absent field keeps its value, a list of groups replaces the current one',
    example: { level: 'PRIVILEGED_ACCESS', groupIds: ['0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a80'] },
  })
