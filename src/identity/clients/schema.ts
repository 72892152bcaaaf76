/** A client: an app or a service that gets access tokens from the embedded OpenID provider. */
import * as z from 'zod'
import { displayName, list, timestamp, uuid } from '../../http/schema/schema.ts'
import { ROLES, SCOPE_PREFIX, allScopes } from '../roles.ts'
import { faultOfRedirect } from './redirects.ts'

/**
 * WEB, BROWSER and NATIVE clients act for people; of these, only WEB can keep a secret, on its server. A SERVICE acts for itself.
 */
export const KINDS = ['WEB', 'BROWSER', 'NATIVE', 'SERVICE'] as const

const redirectUri = () =>
  z
    .string()
    .max(2000)
    .superRefine((value, context) => {
      const fault = faultOfRedirect(value)
      if (fault !== undefined)
        context.addIssue({ code: 'custom', message: fault, params: { code: 'INVALID_FORMAT' } })
    })

const MOST_URIS = 20

const scope = () =>
  z
    .string()
    .refine((name) => allScopes.has(name), `must be a scope of this API, such as ${SCOPE_PREFIX}match-read`)

const role = () => z.enum(ROLES as [(typeof ROLES)[number], ...typeof ROLES])

/** The schema is strict, so that a key with its private parts is refused. */
const publicKey = () =>
  z.strictObject({
    kty: z.enum(['EC', 'RSA', 'OKP']),
    kid: z.string().max(200).optional(),
    alg: z.enum(['ES256', 'RS256', 'PS256', 'EdDSA']).optional(),
    use: z.literal('sig').optional(),
    crv: z.enum(['P-256', 'Ed25519']).optional(),
    x: z.string().max(200).optional(),
    y: z.string().max(200).optional(),
    n: z.string().max(2000).optional(),
    e: z.string().max(20).optional(),
  })

const facts = {
  displayName: displayName(100),
  kind: z.enum(KINDS),
  redirectUris: list(redirectUri(), { max: MOST_URIS, unique: true }).optional(),
  postLogoutRedirectUris: list(redirectUri(), { max: MOST_URIS, unique: true }).optional(),
  roles: list(role(), { max: ROLES.length, unique: true }).optional(),
  scopes: list(scope(), { max: allScopes.size, unique: true }).optional(),
  publicKeys: list(publicKey(), { min: 1, max: 5 }).optional(),
}

const example = {
  displayName: 'Score sheets',
  kind: 'WEB' as const,
  redirectUris: ['https://sheets.example.org/callback'],
  scopes: ['svc-engine:match-read', 'svc-engine:game-read'],
}

export const CreateClient = z.strictObject(facts).meta({
  id: 'CreateClient',
  description:
    'A new client. WEB, BROWSER and NATIVE act for people and need `redirectUris`; `scopes` limits what they may ask for, by default to all scopes of the caller. A SERVICE acts for itself: it needs `roles`, and `scopes` are some of the scopes of these roles, by default all. A WEB client or SERVICE with `publicKeys` signs with its own key instead of sending a secret.',
  example,
})

export type NewClient = z.output<typeof CreateClient>

export const Client = z
  .strictObject({
    id: uuid(),
    displayName: z.string(),
    kind: z.enum(KINDS),
    redirectUris: z.array(z.string()),
    postLogoutRedirectUris: z.array(z.string()),
    roles: z.array(z.string()),
    scopes: z.array(z.string()).optional(),
    authentication: z.enum(['SECRET', 'KEY', 'NONE']).meta({
      description:
        'How the client shows the provider who it is: with its secret, with a key of its own, or not at all',
    }),
    secret: z
      .string()
      .optional()
      .meta({ description: 'Present only in the answer to the request that made the secret' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Client',
    description: 'An app or a service that gets access tokens here',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10',
      ...example,
      postLogoutRedirectUris: [],
      roles: [],
      authentication: 'SECRET' as const,
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })
