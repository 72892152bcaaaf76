/** The secret of a client: made here, shown once, and stored as its hash. */
import { hash, randomBytes } from 'node:crypto'

/** 256 random bits. The prefix tells those who find one where it belongs. */
export const newSecret = (): string => `scorebook_cs_${randomBytes(32).toString('base64url')}`

/** In the form that the provider compares. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'base64url')
