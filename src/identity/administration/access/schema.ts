/** What administrators see of a person's access: the browsers that are signed in. */
import * as z from 'zod'
import { timestamp, uuid } from '../../../http/schema/schema.ts'
import { METHODS } from '../../sessions/store.ts'

export const Session = z
  .strictObject({
    id: uuid(),
    method: z.enum(METHODS).meta({ description: 'How the person signed in' }),
    address: z.string().meta({ description: 'Where the sign-in came from' }),
    userAgent: z.string(),
    createdAt: timestamp(),
    lastSeenAt: timestamp(),
    endsAt: timestamp().meta({ description: 'When it ends, if it is not used before' }),
  })
  .meta({
    id: 'Session',
    description: 'A browser that is signed in to an account',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a50',
      method: 'PASSKEY',
      address: '192.0.2.7',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      createdAt: '2026-01-15T19:30:00Z',
      lastSeenAt: '2026-01-15T19:30:00Z',
      endsAt: '2026-02-14T19:30:00Z',
    },
  })
