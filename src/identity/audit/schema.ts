/** The schema of an audit event: something that happened to an account, its credentials, tokens or sessions. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'
import { ACTORS } from './actor.ts'
import { AUDIT_KINDS } from './record.ts'

export const AuditEvent = z
  .strictObject({
    id: uuid(),
    kind: z.enum(AUDIT_KINDS),
    account: Ref.optional().meta({
      description: 'Whom it concerns, by the account’s name; absent for nobody known, and after an erasure',
    }),
    clientId: z.string().optional().meta({ description: 'The client that it concerns' }),
    actor: z
      .strictObject({
        kind: z.enum(ACTORS).meta({
          description:
            'A person; a client for itself, such as a service; whoever has the shell of the service; the service itself; or a stranger, who has shown no credential that is good',
        }),
        id: uuid().optional().meta({
          description:
            'Of the account, or of the user where people sign in at outside issuers. After an erasure another id, the same in all that this person did.',
          type: 'string',
          format: 'uuid',
        }),
        displayName: z.string().optional(),
        clientId: z
          .string()
          .optional()
          .meta({ description: 'The client, or the app that acts for the person' }),
        tokenId: uuid().optional().meta({
          description: 'The personal access token that was used',
          type: 'string',
          format: 'uuid',
        }),
      })
      .meta({ description: 'Who did it' }),
    address: z.string().optional().meta({ description: 'Where the request came from' }),
    userAgent: z.string().optional(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
    createdAt: timestamp(),
  })
  .meta({
    id: 'AuditEvent',
    description:
      'Something that happened to an account, its credentials, tokens or sessions; it has no secrets',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a80',
      kind: 'ROLES_CHANGED',
      account: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90', displayName: 'Bob' },
      actor: { kind: 'PERSON', id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a91', displayName: 'Alice' },
      details: { before: ['player'], after: ['player', 'catalog-editor'] },
      createdAt: '2026-01-15T19:30:00Z',
    },
  })
