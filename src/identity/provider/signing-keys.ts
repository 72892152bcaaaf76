/** The keys that sign our tokens. A key is published some time before it begins to sign, and until its last token has ended. */
import { type JSONWebKeySet, type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Actor } from '../audit/actor.ts'
import { auditRecord } from '../audit/record.ts'
import { signingKeysChanged } from '../sessions/account-status.ts'

/** ES256 is for access tokens. RS256 is for ID tokens, because OpenID Connect requires it of every provider. */
const ALGORITHMS = ['ES256', 'RS256'] as const
type Algorithm = (typeof ALGORITHMS)[number]

/** The longest life of a token by `scorebook token`, in hours. */
export const LONGEST_TOKEN = 24 * 30

/** In minutes: how long a key is published before it signs, because other servers cache our keys. */
const PUBLISHED_BEFORE = 60

/** The advisory lock for making and retiring keys. The number is arbitrary. */
const LOCK = 5_707_270_654

export type SigningKey = {
  kid: string
  algorithm: Algorithm
  privateJwk: JWK
}

/** The key that signs now. If there is none, it is made. If two instances do this at the same time, both keys are valid. */
export async function signingKey(db: Queryable, algorithm: Algorithm): Promise<SigningKey> {
  const known = await db.maybe(signersOf(algorithm))
  if (known) return known
  const made = await makeKey(algorithm)
  await db.many(inserted(made, 0))
  return made
}

/** The keys with their private parts. The keys that sign now are first, the newest of them before the others. */
export async function providerKeys(db: Queryable): Promise<SigningKey[]> {
  for (const algorithm of ALGORITHMS) await signingKey(db, algorithm)
  return db.many(sql<SigningKey>`
    select id as kid, algorithm, private_jwk as "privateJwk" from signing_keys where ${isPublished}
    order by signs_from > now(), signs_from desc, id`)
}

export async function publicKeys(db: Queryable): Promise<JSONWebKeySet> {
  const rows = await db.many(sql<SigningKey>`
    select id as kid, algorithm, private_jwk as "privateJwk" from signing_keys where ${isPublished} order by created_at, id`)
  return { keys: rows.map(publicPart) }
}

/** The public part of a key. Its members are copied one by one, so that a private one can never get out. */
function publicPart({ kid, algorithm, privateJwk: { kty = '', crv, x, y, n, e } }: SigningKey) {
  const material = algorithm === 'ES256' ? { crv, x, y } : { n, e }
  return { kty, ...material, kid, alg: algorithm, use: 'sig' } as JWK & { kty: string }
}

interface Rotation {
  /** The ids of the new keys. It is empty if the old keys are young enough. */
  made: string[]
  /** When the new keys begin to sign. */
  signsFrom: Date | undefined
}

/**
 * Makes new keys. With `olderThanDays`, only if the newest keys are older than that. The old keys stay until their tokens have
 * ended. With `atOnce` the old keys are deleted, for when they were stolen.
 */
export async function rotateKeys(
  db: Database,
  { by, olderThanDays, atOnce = false }: { by: Actor; olderThanDays?: number; atOnce?: boolean },
): Promise<Rotation> {
  if (olderThanDays !== undefined && !(await areOld(db, olderThanDays))) return NONE
  const made = await Promise.all(ALGORITHMS.map(makeKey))
  return db.transaction(async (tx) => {
    await tx.many(locked)
    if (olderThanDays !== undefined && !(await areOld(tx, olderThanDays))) return NONE
    await retire(tx, atOnce)
    await tx.many(signingKeysChanged)
    const minutes = atOnce ? 0 : PUBLISHED_BEFORE
    const times = await Promise.all(made.map((key) => tx.one(inserted(key, minutes))))
    const kids = made.map(({ kid }) => kid)
    await tx.many(auditRecord({ kind: 'KEY_ROTATED', by, details: { keys: kids, atOnce: String(atOnce) } }))
    return { made: kids, signsFrom: times[0]?.signsFrom }
  })
}

const NONE: Rotation = { made: [], signsFrom: undefined }

const retire = (tx: Transaction, atOnce: boolean) =>
  atOnce
    ? tx.many(sql`delete from signing_keys`)
    : tx.many(sql`
        update signing_keys
        set retired_at = now() + make_interval(mins => ${PUBLISHED_BEFORE}, hours => ${LONGEST_TOKEN + 1})
        where retired_at is null`)

/** Ends all tokens by deleting the keys. The next token is signed by a new key at once. */
export const endKeys = (by: Actor): Sql[] => [
  locked,
  sql`delete from signing_keys`,
  signingKeysChanged,
  auditRecord({ kind: 'KEY_ROTATED', by, details: { keys: [], atOnce: 'true' } }),
]

export const purgeKeys: Sql = sql`delete from signing_keys where retired_at <= now()`

/** False if there are no keys: a key is made only when it is needed. */
async function areOld(db: Queryable, days: number): Promise<boolean> {
  const { old } = await db.one(sql<{ old: boolean | null }>`
    select max(created_at) < now() - make_interval(days => ${days}) as old from signing_keys`)
  return old ?? false
}

const locked = sql`select pg_advisory_xact_lock(${LOCK})`

const isPublished = sql`(retired_at is null or retired_at > now())`

const signersOf = (algorithm: Algorithm) => sql<SigningKey>`
  select id as kid, algorithm, private_jwk as "privateJwk" from signing_keys
  where algorithm = ${algorithm} and signs_from <= now() and ${isPublished}
  order by signs_from desc, id limit 1`

const inserted = ({ kid, algorithm, privateJwk }: SigningKey, minutes: number) => sql<{ signsFrom: Date }>`
  insert into signing_keys (id, algorithm, private_jwk, signs_from)
  values (${kid}, ${algorithm}, ${JSON.stringify(privateJwk)}::json, now() + make_interval(mins => ${minutes}))
  returning signs_from as "signsFrom"`

async function makeKey(algorithm: Algorithm): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const privateJwk = await exportJWK(privateKey)
  return { kid: await calculateJwkThumbprint(privateJwk), algorithm, privateJwk }
}
