/** The secret of a client: made here, shown once, and stored only as its hash. */
import { hash, randomBytes } from 'node:crypto'
import type { Reveal, SecretOf } from '../../http/operation/operation.ts'

/** 256 bits. The prefix shows anybody who finds a leaked secret where it belongs. */
const written = (bits: Buffer): string => `scorebook_cs_${bits.toString('base64url')}`

export const newSecret = (): string => written(randomBytes(32))

/**
 * The secret for a request that creates a client: a retry derives the same secret, and nothing that we store for retries contains
 * it.
 */
export const secretFrom = (secretOf: SecretOf): string => written(secretOf('client secret'))

/**
 * A new secret for a client. The client's id and the time of the change make it differ from every secret that was made with the
 * same Idempotency-Key before.
 */
export const renewedFrom = (
  secretOf: SecretOf,
  { id, updatedAt }: { id: string; updatedAt: string },
): string => written(secretOf(`client secret ${id} ${updatedAt}`))

export const withRenewed: Reveal = (body, secretOf) => {
  const client = JSON.parse(body) as { id: string; updatedAt: string }
  return JSON.stringify({ ...client, secret: renewedFrom(secretOf, client) })
}

/** Adds the secret to the answer, if the client authenticates with a secret. */
export const withSecret: Reveal = (body, secretOf) => {
  const client = JSON.parse(body) as { authentication: string }
  return client.authentication === 'SECRET'
    ? JSON.stringify({ ...client, secret: secretFrom(secretOf) })
    : body
}

/** In the form that the provider compares. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'base64url')
