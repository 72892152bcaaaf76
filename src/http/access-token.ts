/** The content of a verified access token, and the two errors of verifying one. `identity` verifies them. */
import { createHash } from 'node:crypto'

export interface VerifiedToken {
  issuer: string
  subject: string
  /** The app that the token was issued to, where the token says. */
  clientId: string | undefined
  /** Of a token that an app got here: what it was let in for. */
  grantId?: string | undefined
  /** Of a token that a client with a secret got here: which of its secrets it has shown. */
  secretNumber?: number | undefined
  /** Of a personal access token. */
  tokenId?: string | undefined
  /** True for a token of `scorebook token`: it carries what the shell asked for, whatever roles the account has. */
  fromShell?: boolean
  /** True for a client-credentials token: its subject is the client, and there is no user. */
  isClient: boolean
  /** `name`, else `preferred_username`, trimmed and at most 100 code points long; undefined where neither is usable. */
  name: string | undefined
  /** The scopes of ours that the token names; where it names none, those of its roles. */
  scopes: ReadonlySet<string>
  /** Seconds since the epoch; 0 where the token doesn't say. */
  issuedAt: number
  /** Seconds since the epoch. */
  expiresAt: number
}

/** The same UUID for the same subject on every instance (version 8 of RFC 9562: its bits are a hash). */
export function keyOf({ issuer, subject }: Pick<VerifiedToken, 'issuer' | 'subject'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The `issuer` of tokens that the service issued itself: its URL may change, but its users stay the same. */
export const EMBEDDED_ISSUER = 'scorebook'

/** The key of somebody with an account here, or of a client. */
export const keyOfAccount = (id: string): string => keyOf({ issuer: EMBEDDED_ISSUER, subject: id })

export interface Verifier {
  /**
   * Throws `InvalidToken` or `IssuerUnavailable`. A token verified before is answered at once, without a promise,
   * and with the same object.
   */
  verify(token: string): VerifiedToken | Promise<VerifiedToken>
}

/** The token is not accepted; the message tells the client why. */
export class InvalidToken extends Error {
  override name = 'InvalidToken'
}

/** The issuer's keys can't be fetched at the moment, so the token can't be checked. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable'
}
