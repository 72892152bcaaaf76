/** The schema of an audit event: something that happened to an account, its credentials, tokens or sessions. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema.ts'
import { AUDIT_KINDS } from './record.ts'

export const AuditEvent = z
  .strictObject({
    id: uuid(),
    kind: z.enum(AUDIT_KINDS),
    account: Ref.optional().meta({
      description: 'Whom it concerns, by the account’s name; absent for nobody known, and after an erasure',
    }),
    actor: Ref.optional().meta({ description: 'Who did it, where that was somebody else' }),
    clientId: z.string().optional(),
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
      actor: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a91', displayName: 'Alice' },
      details: { before: ['player'], after: ['player', 'catalog-editor'] },
      createdAt: '2026-01-15T19:30:00Z',
    },
  })
