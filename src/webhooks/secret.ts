/** The secrets that sign deliveries (Standard Webhooks): how they are made, shown once, and stored. */
import { type KeyObject, createHmac } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Reveal, SecretOf } from '../http/operation/operation.ts'
import { sharedSecret } from '../http/secrets.ts'
import { seal, unseal } from '../identity/outside-sign-in/sealed.ts'

const PREFIX = 'whsec_'

/** The text of a secret. It has 256 bits; the specification asks for 192 to 512. */
const written = (bits: Buffer): string => PREFIX + bits.toString('base64')

/** A retry makes the same secret again, so no answer with a secret needs to be stored. */
export const secretFrom = (secretOf: SecretOf): string => written(secretOf('webhook secret'))

/** The new secret also depends on the time of the change, so that an old Idempotency-Key never makes an earlier secret again. */
export const renewedFrom = (
  secretOf: SecretOf,
  { id, updatedAt }: { id: string; updatedAt: string },
): string => written(secretOf(`webhook secret ${id} ${updatedAt}`))

export const withSecret: Reveal = (body, secretOf) => {
  const webhook = JSON.parse(body) as object
  return JSON.stringify({ ...webhook, secret: secretFrom(secretOf) })
}

export const withRenewed: Reveal = (body, secretOf) => {
  const webhook = JSON.parse(body) as { id: string; updatedAt: string }
  return JSON.stringify({ ...webhook, secret: renewedFrom(secretOf, webhook) })
}

/**
 * Encrypts a secret for the database. A hash would not be enough, because the service must sign with the secret again and again.
 */
export const sealed = async (
  db: Queryable,
  secret: string,
  { sealedWith }: { sealedWith: Buffer | null },
): Promise<Buffer> => seal(secret, sealedWith ?? (await sealingKey(db)))

const NAME = 'webhooks'

export const sealingKey = (db: Queryable): Promise<KeyObject> => sharedSecret(db, NAME)

/** Selects the key for sealing within another statement. Null if nobody has made it yet. */
export const selectSealingKey: Sql = sql`(select s.value from secrets s where s.name = ${NAME})`

/** Decrypts a secret. Undefined if the service's own secret has changed, for example by a restore that signed everybody out. */
export function opened(kept: Buffer, key: KeyObject): Buffer | undefined {
  const secret = unseal(kept, key)
  return secret === undefined ? undefined : Buffer.from(secret.slice(PREFIX.length), 'base64')
}

/** One signature for each secret. An endpoint that still has only the former secret can verify the former signature. */
export function signatures(
  secrets: readonly Buffer[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string {
  const signed = `${id}.${seconds}.${body}`
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
    .join(' ')
}
