/** An event as clients get it. */
import * as z from 'zod'
import { SUBJECTS } from '../resources/events/write.ts'

const NOUNS = Object.keys(SUBJECTS)

/** Every kind of event, such as `match.updated`. */
export const EVENT_KINDS = NOUNS.flatMap((noun) =>
  ['created', 'updated', 'deleted'].map((what) => `${noun}.${what}`),
)

export const Event = z
  .strictObject({
    id: z.string().meta({ description: 'To continue after this event, send this id as `Last-Event-ID`.' }),
    kind: z.enum(['reset', ...EVENT_KINDS]).meta({
      description:
        'Which resource has changed, and how. `reset` means that some changes are no longer listed: read again everything that you show.',
    }),
    path: z
      .string()
      .optional()
      .meta({ description: 'The path of the resource, below the version prefix; absent for `reset`.' }),
    version: z.int().optional().meta({
      description:
        'The version after the change, as in its ETag; absent if the resource has none, or is deleted.',
    }),
  })
  .meta({
    id: 'Event',
    description: 'A resource that the caller may see was made, changed or deleted',
    example: {
      id: 'mQ2dPZ1x0rT7nZkV9Yw3uA',
      kind: 'match.updated',
      path: '/matches/0198a6f0-5d2e-7c31-9a40-6b1f2c3d4e5f',
      version: 3,
    },
  })
