/** The service as an issuer of access tokens: accounts and signing keys in the database, and routes with the public keys. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  type JSONWebKeySet,
  type JWK,
  SignJWT,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
} from 'jose'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { EMBEDDED_ISSUER } from '../http/access-token.ts'
import { type KeyRingOptions, type Pace, KeyRing } from './key-ring.ts'
import { SHELL } from './people.ts'
import type { Role } from './roles.ts'
import type { TrustedIssuer } from './verifier.ts'

const ALGORITHM = 'ES256'
const JWKS_PATH = '/.well-known/jwks.json'

/** Another instance may have made a key meanwhile, so the ring looks for an unknown key every 3 s. */
const PACE: Pace = { oldAfter: 60_000, searchEvery: 3_000, retryEvery: 500 }

export function trustEmbedded(db: Queryable, baseUrl: string, warn: KeyRingOptions['warn']): TrustedIssuer {
  const keys = new KeyRing({ issuer: baseUrl, warn, pace: PACE, load: () => publicKeys(db) })
  return {
    issuer: baseUrl,
    audience: baseUrl,
    keys,
    knownAs: EMBEDDED_ISSUER,
    rolesClaim: 'roles',
    roles: undefined,
  }
}

/** Routes for the discovery document and the public keys. */
export function embeddedIssuerRoutes(
  app: FastifyInstance,
  { db, baseUrl }: { db: Queryable; baseUrl: string },
): void {
  app.get('/.well-known/openid-configuration', () => ({
    issuer: baseUrl,
    jwks_uri: baseUrl + JWKS_PATH,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'name', 'roles', 'scope'],
  }))
  app.get(JWKS_PATH, () => publicKeys(db))
}

export interface Account {
  id: string
  name: string
}

/** Finds the account of this name, without regard to case, or creates it. */
export async function findOrCreateAccount(db: Queryable, name: string): Promise<Account> {
  type AccountRow = { id: string; name: string }
  const find = sql<AccountRow>`select id, name from accounts where folded(name) = folded(${name})`
  const create = sql<AccountRow>`
    insert into accounts (name) values (${name}) on conflict (folded(name)) do nothing returning id, name`
  return (await db.maybe(find)) ?? (await db.maybe(create)) ?? db.one(find)
}

/** Signs an access token of the account with the scopes, or with the roles if there are no scopes. */
export async function issueToken(
  db: Queryable,
  token: {
    baseUrl: string
    account: Account
    roles: readonly Role[]
    scopes: readonly string[]
    hours: number
  },
): Promise<string> {
  const { kid, privateJwk } = await signingKey(db)
  const access = token.scopes.length > 0 ? { scope: token.scopes.join(' ') } : { roles: token.roles }
  return new SignJWT({ name: token.account.name, client_id: SHELL, ...access })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'at+jwt' })
    .setIssuer(token.baseUrl)
    .setAudience(token.baseUrl)
    .setSubject(token.account.id)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${token.hours}h`)
    .sign(await importJWK(privateJwk, ALGORITHM))
}

interface SigningKey {
  kid: string
  privateJwk: JWK
}

/** The newest key that is not retired. The first caller makes one; two at the same time make two, and both are valid. */
async function signingKey(db: Queryable): Promise<SigningKey> {
  const newest = sql<{ kid: string; privateJwk: JWK }>`
    select id as kid, private_jwk as "privateJwk" from signing_keys
    where retired_at is null order by created_at desc limit 1`
  return (await db.maybe(newest)) ?? makeSigningKey(db)
}

async function makeSigningKey(db: Queryable): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const privateJwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(privateJwk)
  await db.many(
    sql`insert into signing_keys (id, private_jwk) values (${kid}, ${JSON.stringify(privateJwk)}::json)`,
  )
  return { kid, privateJwk }
}

/** The public parts of all keys that are not retired. */
async function publicKeys(db: Queryable): Promise<JSONWebKeySet> {
  const rows = await db.many(sql<{ kid: string; privateJwk: JWK }>`
    select id as kid, private_jwk as "privateJwk" from signing_keys where retired_at is null order by created_at`)
  return {
    keys: rows.map(
      ({ kid, privateJwk: { kty = '', crv, x, y } }) =>
        ({ kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig' }) as JWK & { kty: string },
    ),
  }
}
