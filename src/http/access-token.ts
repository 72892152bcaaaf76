/** A verified access token, and the errors that verification can throw. */
import { createHash } from 'node:crypto'

export interface VerifiedToken {
  issuer: string
  subject: string
  /** Undefined if the token names no client. */
  clientId: string | undefined
  /** Present in a token that our OpenID provider issued to an app. */
  grantId?: string | undefined
  /** The number of the client secret that the client used. */
  secretNumber?: number | undefined
  /** Present in a personal token. */
  tokenId?: string | undefined
  /** Present for a browser that is signed in at an outside issuer. */
  sessionId?: string | undefined
  /** True for a token of `scorebook token`. The shell's user chose its scopes, so the account's roles do not limit them. */
  fromShell?: boolean
  /** True for a client-credentials token: its subject is the client, and there is no user. */
  isClient: boolean
  /** The claim `name`, or else `preferred_username`, trimmed and cut to 100 code points. */
  name: string | undefined
  /** The scopes that the token names. If it names none of our scopes, the scopes of its roles. */
  scopes: ReadonlySet<string>
  /** In seconds since 1970. 0 if the token does not have the time. */
  issuedAt: number
  /** In seconds since 1970. */
  expiresAt: number
}

/** The same subject gets the same UUID on every instance. Version 8 (RFC 9562) marks a UUID of our own making. */
export function keyOf({ issuer, subject }: Pick<VerifiedToken, 'issuer' | 'subject'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The `issuer` of the service's own tokens. It is not the service's URL, because the URL may change. */
export const EMBEDDED_ISSUER = 'scorebook'

export const keyOfAccount = (id: string): string => keyOf({ issuer: EMBEDDED_ISSUER, subject: id })

export interface Verifier {
  /** Throws `InvalidToken` or `IssuerUnavailable`. Returns no promise if the token was verified before. */
  verify(token: string): VerifiedToken | Promise<VerifiedToken>
}

export class InvalidToken extends Error {
  override name = 'InvalidToken'
}

/** The token could not be checked, because we could not fetch the issuer's keys. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable'
}
