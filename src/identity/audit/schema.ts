/** An audit event: something that happened to an account, its credentials, tokens or sessions. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'
import { ACTORS } from './actor.ts'
import { AUDIT_KINDS } from './record.ts'

export const AuditEvent = z
  .strictObject({
    id: uuid(),
    kind: z.enum(AUDIT_KINDS),
    account: Ref.optional().meta({
      description: 'The account that it concerns; absent if there is none, or if it was erased',
    }),
    clientId: z.string().optional().meta({ description: 'The client that it concerns' }),
    actor: z
      .strictObject({
        kind: z.enum(ACTORS).meta({
          description:
            'A person; a client that acts for itself, such as a service; somebody with a shell on the server; the service itself; or a stranger without a valid credential',
        }),
        id: uuid().optional().meta({
          description:
            'The id of the account, or of the user if people sign in at outside issuers. If the account is erased, another id takes its place, the same one in all events of this person',
          type: 'string',
          format: 'uuid',
        }),
        displayName: z.string().optional(),
        clientId: z
          .string()
          .optional()
          .meta({ description: 'The client itself, or the app that acted for the person' }),
        tokenId: uuid().optional().meta({
          description: 'The personal access token that was used',
          type: 'string',
          format: 'uuid',
        }),
      })
      .meta({ description: 'Who caused the event' }),
    address: z.string().optional().meta({ description: 'Where the request came from' }),
    userAgent: z.string().optional(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
    createdAt: timestamp(),
  })
  .meta({
    id: 'AuditEvent',
    description:
      'Something that happened to an account, its credentials, tokens or sessions. It contains no secrets',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a80',
      kind: 'ROLES_CHANGED',
      account: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90', displayName: 'Bob' },
      actor: { kind: 'PERSON', id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a91', displayName: 'Alice' },
      details: { before: ['player'], after: ['player', 'catalog-editor'] },
      createdAt: '2026-01-15T19:30:00Z',
    },
  })
