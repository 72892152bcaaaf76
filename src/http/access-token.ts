/** What a verified access token says, and the two errors of verification. The folder `identity` verifies tokens. */
import { createHash } from 'node:crypto'

export interface VerifiedToken {
  issuer: string
  subject: string
  /** The app that the token was issued to; undefined if the token does not say. */
  clientId: string | undefined
  /** The grant of an app that got its token from our OpenID provider. */
  grantId?: string | undefined
  /** The secret that the client showed to get this token, by its number; only for clients with a secret. */
  secretNumber?: number | undefined
  /** The id of the personal access token. */
  tokenId?: string | undefined
  /** True for a token of `scorebook token`. It has the scopes that the command line asked for, whatever roles the account has. */
  fromShell?: boolean
  /** True for a client-credentials token: its subject is the client, and there is no user. */
  isClient: boolean
  /** `name`, else `preferred_username`, trimmed and cut to 100 code points; undefined if neither is usable. */
  name: string | undefined
  /** The scopes of ours that the token names; if it names none, the scopes of its roles. */
  scopes: ReadonlySet<string>
  /** Seconds since the epoch; 0 if the token doesn't say. */
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

/** The key of a person with an account here, or of a client. */
export const keyOfAccount = (id: string): string => keyOf({ issuer: EMBEDDED_ISSUER, subject: id })

export interface Verifier {
  /**
   * Throws `InvalidToken` or `IssuerUnavailable`. For a token that was verified before it returns the same object at once,
   * without a promise.
   */
  verify(token: string): VerifiedToken | Promise<VerifiedToken>
}

/** The token is not accepted. The client gets the message, which says why. */
export class InvalidToken extends Error {
  override name = 'InvalidToken'
}

/** The issuer's keys can't be fetched at the moment, so the token can't be checked. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable'
}
