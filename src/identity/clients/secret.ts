/** The secret of a client: made here, shown once, and stored as its hash. */
import { hash, randomBytes } from 'node:crypto'
import type { Reveal, SecretOf } from '../../http/operation/operation.ts'

/** 256 bits. The prefix tells those who find one where it belongs. */
const written = (bits: Buffer): string => `scorebook_cs_${bits.toString('base64url')}`

export const newSecret = (): string => written(randomBytes(32))

/** For a request: a retry derives the same, and nothing that is stored for retries has it. */
export const secretFrom = (secretOf: SecretOf): string => written(secretOf('client secret'))

/** Adds the secret to the answer, where the client shows itself by one. */
export const withSecret: Reveal = (body, secretOf) => {
  const client = JSON.parse(body) as { authentication: string }
  return client.authentication === 'SECRET'
    ? JSON.stringify({ ...client, secret: secretFrom(secretOf) })
    : body
}

/** In the form that the provider compares. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'base64url')
