/** The secret of a client. It is shown once, and stored only as a hash. */
import { hash, randomBytes } from 'node:crypto'
import type { Reveal, SecretOf } from '../../http/operation/operation.ts'

/** A secret of 256 bits. The prefix shows people who find a leaked secret that it belongs to Scorebook. */
const written = (bits: Buffer): string => `scorebook_cs_${bits.toString('base64url')}`

export const newSecret = (): string => written(randomBytes(32))

/** A retry makes the same secret again, so it need not be stored for retries. */
export const secretFrom = (secretOf: SecretOf): string => written(secretOf('client secret'))

/** The new secret also depends on the time of the change, so that an old Idempotency-Key never makes an earlier secret again. */
export const renewedFrom = (
  secretOf: SecretOf,
  { id, updatedAt }: { id: string; updatedAt: string },
): string => written(secretOf(`client secret ${id} ${updatedAt}`))

export const withRenewed: Reveal = (body, secretOf) => {
  const client = JSON.parse(body) as { id: string; updatedAt: string }
  return JSON.stringify({ ...client, secret: renewedFrom(secretOf, client) })
}

export const withSecret: Reveal = (body, secretOf) => {
  const client = JSON.parse(body) as { authentication: string }
  return client.authentication === 'SECRET'
    ? JSON.stringify({ ...client, secret: secretFrom(secretOf) })
    : body
}

export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'base64url')
