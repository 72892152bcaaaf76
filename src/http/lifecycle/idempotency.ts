/**
 * Makes retries safe. A change stores its answer under the client's key, in the same transaction. A repeated request gets this
 * answer.
 */
import { type Hash, createHash } from 'node:crypto'
import { type Sql, sql } from '../../db/sql.ts'
import type { JsonValue } from '../json/value.ts'
import { canonicalPieces } from '../json/canonical.ts'
import { type Violation, Problem } from '../problem.ts'
import { UUID } from '../schema/schema.ts'
import { inSlices } from '../turns/slices.ts'
import type { CheckResult } from '../schema/validate.ts'

export const RETENTION_DAYS = 30
const DAY = 86_400_000

export interface StoredAnswer {
  status: number
  etag: string | null
  location: string | null
  body: string | null
}

/** `reserved` is true for the first request with this key. Later requests get the stored answer of the first one. */
type KeyState = {
  reserved: boolean
  fingerprint: Buffer
  status: number
  etag: string | null
  location: string | null
  body: string | null
}

/**
 * Reads the Idempotency-Key. A UUIDv7 contains its time. If it is so old that the keys of that time are already deleted, it is
 * refused. All other UUIDs are accepted.
 */
export function checkIdempotencyKey(value: string | undefined): CheckResult<string> {
  const wrong = (code: Violation['code'], message: string) => ({
    violations: [
      {
        field: 'Idempotency-Key',
        code,
        message: `Idempotency-Key ${message}.`,
        ...(value === undefined ? {} : { rejectedValue: value }),
      },
    ],
  })
  if (value === undefined) return wrong('REQUIRED', 'is required; send a new UUIDv7 for a new request')
  if (!UUID.test(value)) return wrong('INVALID_FORMAT', 'must be a UUID, best a UUIDv7')
  if (value[14] === '7') {
    const age = Date.now() - Number.parseInt(value.slice(0, 8) + value.slice(9, 13), 16)
    if (age > RETENTION_DAYS * DAY)
      return wrong('OUT_OF_RANGE', `is a UUIDv7 older than ${RETENTION_DAYS} days; send a new one`)
    if (age < -DAY)
      return wrong('OUT_OF_RANGE', 'is a UUIDv7 from more than a day ahead; set the clock right')
  }
  return { value }
}

/**
 * A hash by which we recognise a repeated request: it has the same method, path, query and body. Bodies are compared as JSON
 * values.
 */
export async function requestFingerprint(
  method: string,
  path: string,
  query: ReadonlyMap<string, string>,
  body: JsonValue | Buffer | undefined,
): Promise<Buffer> {
  const sorted = [...query].sort(([one], [other]) => (one < other ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify([method, path, sorted]))
  if (Buffer.isBuffer(body)) hash.update(body)
  else if (body !== undefined) await inSlices(hashed(body, hash))
  return hash.digest()
}

function* hashed(body: JsonValue, hash: Hash): Generator<undefined, void> {
  for (const piece of canonicalPieces(body)) {
    hash.update(piece)
    yield
  }
}

/**
 * Two statements. The first reserves the key; if another request has the key, it waits. The second reads what that request
 * stored.
 */
export function reserveKey(caller: string, key: string, fingerprint: Buffer): [Sql, Sql<KeyState>] {
  return [
    sql`
      insert into idempotency_keys (caller, key, fingerprint) values (${caller}, ${key}, ${fingerprint})
      on conflict (caller, key) do nothing`,
    sql<KeyState>`
      select status is null as reserved, fingerprint, status, etag, location, body
      from idempotency_keys where caller = ${caller} and key = ${key}`,
  ]
}

/**
 * The last statement of a change stores its answer. `users` is an SQL expression for the ids of all users that the answer names.
 */
export function keepAnswer(
  caller: string,
  key: string,
  { status, etag, location, body }: StoredAnswer,
  { fingerprint, users = sql`null` }: { fingerprint?: Buffer | undefined; users?: Sql | undefined } = {},
): Sql {
  return sql`
    update idempotency_keys set status = ${status}, etag = ${etag}, location = ${location}, body = ${body},
      users = ${users}, fingerprint = coalesce(${fingerprint}, fingerprint)
    where caller = ${caller} and key = ${key}`
}

export function mustBeSameRequest(stored: KeyState, fingerprint: Buffer): void {
  if (stored.fingerprint.equals(fingerprint)) return
  throw new Problem(422, 'validation', 'The Idempotency-Key was used for another request; send a new one.', {
    errors: [
      {
        field: 'Idempotency-Key',
        code: 'IDEMPOTENCY_KEY_REUSED',
        message: 'Idempotency-Key was used for a request with another method, path, query or body.',
      },
    ],
  })
}
