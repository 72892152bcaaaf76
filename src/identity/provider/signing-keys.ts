/**
 * The keys that sign the embedded issuer's tokens: made when first needed, replaced by age or on demand. We publish a key some
 * time before it signs, and until its last token has expired.
 */
import { type JSONWebKeySet, type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Actor } from '../audit/actor.ts'
import { auditRecord } from '../audit/record.ts'
import { signingKeysChanged } from '../sessions/account-status.ts'

/** Access tokens are signed with ES256, ID tokens with RS256, which OpenID Connect demands of every provider. */
const ALGORITHMS = ['ES256', 'RS256'] as const
type Algorithm = (typeof ALGORITHMS)[number]

/** The longest life of a token, in hours: tokens of `scorebook token` can have it. */
export const LONGEST_TOKEN = 24 * 30

/** In minutes. We publish a new key this long before it signs, because others cache our keys for some time. */
const PUBLISHED_BEFORE = 60

/** An arbitrary constant: each transaction that makes or retires keys takes this advisory lock. */
const LOCK = 5_707_270_654

export type SigningKey = {
  kid: string
  algorithm: Algorithm
  privateJwk: JWK
}

/** The key that signs now. The first caller makes one; two at the same time make two, and both are valid. */
export async function signingKey(db: Queryable, algorithm: Algorithm): Promise<SigningKey> {
  const known = await db.maybe(signersOf(algorithm))
  if (known) return known
  const made = await makeKey(algorithm)
  await db.many(inserted(made, 0))
  return made
}

/** The published keys with their private parts: first the keys that sign now, the newest first, then the others. */
export async function providerKeys(db: Queryable): Promise<SigningKey[]> {
  for (const algorithm of ALGORITHMS) await signingKey(db, algorithm)
  return db.many(sql<SigningKey>`
    select id as kid, algorithm, private_jwk as "privateJwk" from signing_keys where ${isPublished}
    order by signs_from > now(), signs_from desc, id`)
}

/** The public parts of all published keys. */
export async function publicKeys(db: Queryable): Promise<JSONWebKeySet> {
  const rows = await db.many(sql<SigningKey>`
    select id as kid, algorithm, private_jwk as "privateJwk" from signing_keys where ${isPublished} order by created_at, id`)
  return { keys: rows.map(publicPart) }
}

/** Lists the public members by name, so that no private one can slip through. */
function publicPart({ kid, algorithm, privateJwk: { kty = '', crv, x, y, n, e } }: SigningKey) {
  const material = algorithm === 'ES256' ? { crv, x, y } : { n, e }
  return { kty, ...material, kid, alg: algorithm, use: 'sig' } as JWK & { kty: string }
}

interface Rotation {
  /** The ids of the new keys; empty if the present keys were not old enough. */
  made: string[]
  /** The time from which they sign. */
  signsFrom: Date | undefined
}

/**
 * Makes new keys and retires the others once their tokens have expired. With `olderThanDays` it does so only if the newest keys
 * are older, so of several instances only one does it. With `atOnce`, for stolen keys, the new keys sign at once and the others
 * are deleted, which ends all their tokens. Every instance drops the keys that it has in memory.
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

/** Deletes the present keys, which ends all their tokens. Whoever needs a key next makes one, which signs at once. */
export const endKeys = (by: Actor): Sql[] => [
  locked,
  sql`delete from signing_keys`,
  signingKeysChanged,
  auditRecord({ kind: 'KEY_ROTATED', by, details: { keys: [], atOnce: 'true' } }),
]

/** Removes keys whose tokens have all expired. */
export const purgeKeys: Sql = sql`delete from signing_keys where retired_at <= now()`

/** True if there are keys, and the newest are older. A service without keys makes them when it needs them. */
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
