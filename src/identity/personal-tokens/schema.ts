/** A personal token. People make such tokens for their scripts. */
import * as z from 'zod'
import { displayName, list, timestamp, uuid } from '../../http/schema/schema.ts'
import { allScopes } from '../roles.ts'

const fields = {
  id: uuid(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  lastUsedAt: timestamp()
    .optional()
    .meta({ description: 'Updated at most every five minutes', type: 'string', format: 'date-time' }),
}

const example = {
  id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a70',
  name: 'Backup of my matches',
  scopes: ['svc-engine:match-read'],
  createdAt: '2026-01-15T19:30:00Z',
  expiresAt: '2026-07-15T00:00:00Z',
}

export const PersonalToken = z.strictObject(fields).meta({
  id: 'PersonalToken',
  description: 'A personal access token, without the token itself',
  example,
})

export const NewPersonalToken = z.strictObject({ ...fields, token: z.string() }).meta({
  id: 'NewPersonalToken',
  description: 'A new personal access token. Only this answer shows the token itself',
  example: { ...example, token: 'scorebook_pat_0000000000000000000000000000000000000000000000000' },
})

/**
 * Scopes that a personal token never gets. With them it could extend its own life, and whoever finds it could erase its owner.
 */
export const NEVER_GRANTED: ReadonlySet<string> = new Set([
  'svc-engine:token-create',
  'svc-engine:user-delete',
])
export const GRANTABLE = [...allScopes].filter((scope) => !NEVER_GRANTED.has(scope))

/** The longest life of a personal token, in days. */
export const LONGEST = 365
/** How many tokens an account can have. Only a program that forgets its tokens would need more. */
export const MOST = 100

export const CreatePersonalToken = z
  .strictObject({
    name: displayName(100),
    scopes: list(z.enum(GRANTABLE), { min: 1, unique: true }),
    days: z.int().min(1).max(LONGEST).meta({ description: 'For how many days it is valid' }),
  })
  .meta({
    id: 'CreatePersonalToken',
    description:
      'Some of the caller’s own scopes, for at most a year. A personal token cannot make other tokens, and cannot erase the account',
    example: {
      name: 'Backup of my matches',
      scopes: ['svc-engine:match-read'],
      days: 90,
    },
  })
