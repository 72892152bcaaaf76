/** Safe retries: an answer is kept with its key in the transaction of its effect, and given again to a repeated request. */
import { type Hash, createHash } from 'node:crypto'
import { type Sql, sql } from '../db/sql.ts'
import type { JsonValue } from './json/value.ts'
import { canonicalPieces } from './json/canonical.ts'
import { type Violation, Problem } from './problem.ts'
import { UUID } from './schema.ts'
import { inSlices } from './slices.ts'
import type { Checked } from './validate.ts'

/** How long a key is remembered. */
export const RETENTION_DAYS = 30
const DAY = 86_400_000

export interface StoredAnswer {
  status: number
  etag: string | null
  location: string | null
  body: string | null
}

/** A claim's row: `claimed` for the first request with this key, else what the first one left. */
export type KeyState = {
  reserved: boolean
  fingerprint: Buffer
  status: number
  etag: string | null
  location: string | null
  body: string | null
}

/** Any UUID will do; a UUIDv7 tells its age, and must be one that is still remembered. */
export function checkIdempotencyKey(value: string | undefined): Checked<string> {
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
  if (!UUID.test(value)) return wrong('INVALID_FORMAT', 'has to be a UUID, best a UUIDv7')
  if (value[14] === '7') {
    const age = Date.now() - Number.parseInt(value.slice(0, 8) + value.slice(9, 13), 16)
    if (age > RETENTION_DAYS * DAY)
      return wrong('OUT_OF_RANGE', `is a UUIDv7 older than ${RETENTION_DAYS} days; send a new one`)
    if (age < -DAY)
      return wrong('OUT_OF_RANGE', 'is a UUIDv7 from more than a day ahead; set the clock right')
  }
  return { value }
}

/** What makes two requests the same: method, path, query and the body as a JSON value, or the digest of a streamed one. */
export async function fingerprint(
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
 * Two statements to be sent together. The first claims the key, and waits there while another request with it
 * is under way; the second tells who has it, in a snapshot that sees what that request left.
 */
export function reserveKey(caller: string, key: string, print: Buffer): [Sql, Sql<KeyState>] {
  return [
    sql`
      insert into idempotency_keys (caller, key, fingerprint) values (${caller}, ${key}, ${print})
      on conflict (caller, key) do nothing`,
    sql<KeyState>`
      select status is null as reserved, fingerprint, status, etag, location, body
      from idempotency_keys where caller = ${caller} and key = ${key}`,
  ]
}

/** The last statement of a change: its answer, kept with the key it claimed, and the print of a body that was streamed. */
export function keepAnswer(
  caller: string,
  key: string,
  { status, etag, location, body }: StoredAnswer,
  print?: Buffer,
): Sql {
  return sql`
    update idempotency_keys set status = ${status}, etag = ${etag}, location = ${location}, body = ${body},
      fingerprint = coalesce(${print}, fingerprint)
    where caller = ${caller} and key = ${key}`
}

export function mustBeSameRequest(claimed: KeyState, print: Buffer): void {
  if (claimed.fingerprint.equals(print)) return
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
