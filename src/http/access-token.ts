/** What a verified access token says, and the two ways in which verifying one fails; `identity` does the verifying. */

export interface VerifiedToken {
  issuer: string
  subject: string
  /** True for a client-credentials token: its subject is the client, and there is no user. */
  isClient: boolean
  /** `name`, else `preferred_username`, trimmed and at most 100 code points long; undefined where neither is usable. */
  name: string | undefined
  /** The scopes of ours that the token names; where it names none, those of its roles. */
  scopes: ReadonlySet<string>
  /** Seconds since the epoch. */
  expiresAt: number
}

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

/** The keys to check the token with can't be had at the moment, so nothing is known about the token. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable'
}
