/** The secret of a client: made here, shown once, and stored as its hash. */
import { hash, randomBytes } from 'node:crypto'
import type { Reveal, SecretOf } from '../../http/operation/operation.ts'

/** 256 bits. The prefix tells those who find one where it belongs. */
const written = (bits: Buffer): string => `scorebook_cs_${bits.toString('base64url')}`

export const newSecret = (): string => written(randomBytes(32))

/** For a request: a retry derives the same, and nothing that is stored for retries has it. */
export const secretFrom = (secretOf: SecretOf): string => written(secretOf('client secret'))

/**
 * The same for a new secret. The client and the time of the change make it another one than any that was made with a key of the
 * same name before.
 */
export const renewedFrom = (
  secretOf: SecretOf,
  { id, updatedAt }: { id: string; updatedAt: string },
): string => written(secretOf(`client secret ${id} ${updatedAt}`))

export const withRenewed: Reveal = (body, secretOf) => {
  const client = JSON.parse(body) as { id: string; updatedAt: string }
  return JSON.stringify({ ...client, secret: renewedFrom(secretOf, client) })
}

/** Adds the secret to the answer, where the client shows itself by one. */
export const withSecret: Reveal = (body, secretOf) => {
  const client = JSON.parse(body) as { authentication: string }
  return client.authentication === 'SECRET'
    ? JSON.stringify({ ...client, secret: secretFrom(secretOf) })
    : body
}

/** In the form that the provider compares. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'base64url')
