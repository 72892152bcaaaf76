/** What a verified access token says, and the errors that verifying a token can throw. */
import { createHash } from 'node:crypto'

export interface VerifiedToken {
  issuer: string
  subject: string
  /** Undefined if the token names no client. */
  clientId: string | undefined
  /** Only in a token that our OpenID provider issued to an app. */
  grantId?: string | undefined
  /** The number of the client secret with which the client got the token. */
  secretNumber?: number | undefined
  /** Only in a personal token. */
  tokenId?: string | undefined
  /** Only for a browser whose person signed in at an outside issuer. */
  sessionId?: string | undefined
  /**
   * True for a token made by `scorebook token`. The user of the shell chose its scopes, so the roles of the account do not limit
   * them.
   */
  fromShell?: boolean
  /** True for a token by client credentials. Its subject is the client, and it has no user. */
  isClient: boolean
  /** The claim `name`, or `preferred_username` if there is no `name`: trimmed, and cut after 100 code points. */
  name: string | undefined
  /** The scopes named by the token. If it names none of ours, the scopes of its roles. */
  scopes: ReadonlySet<string>
  /** In seconds since 1970. 0 if the token does not say when it was issued. */
  issuedAt: number
  /** In seconds since 1970. */
  expiresAt: number
}

/** A subject gets the same UUID on every instance. Its version 8 (RFC 9562) marks a UUID that we made ourselves. */
export function keyOf({ issuer, subject }: Pick<VerifiedToken, 'issuer' | 'subject'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The `issuer` in tokens of this service. It is not the service's URL, because that may change. */
export const EMBEDDED_ISSUER = 'scorebook'

export const keyOfAccount = (id: string): string => keyOf({ issuer: EMBEDDED_ISSUER, subject: id })

export interface Verifier {
  /**
   * Verifies a token. Throws `InvalidToken` or `IssuerUnavailable`. A token that was verified before is returned without a
   * promise.
   */
  verify(token: string): VerifiedToken | Promise<VerifiedToken>
}

export class InvalidToken extends Error {
  override name = 'InvalidToken'
}

/** We could not check the token, because we could not fetch the issuer's keys. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable'
}
