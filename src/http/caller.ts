/** Who sends a request, and what they may do. */
import { type VerifiedToken, keyOf } from './access-token.ts'

export interface Caller {
  /** The UUID of the token's subject, a user or a client. Idempotency keys are stored under it. */
  key: string
  scopes: ReadonlySet<string>
  /** Undefined for a client that acts for itself. */
  userId: string | undefined
  /** The player that the user is. It never changes. */
  canonicalPlayerId: string | undefined
  /** The account of the embedded issuer; undefined for people of outside issuers, and for clients. */
  accountId: string | undefined
  /** The client that the access token was issued to: an app that acts for a person, or a service that acts for itself. */
  clientId?: string | undefined
  /** The app's grant. Personal tokens that the app makes for its person end with the grant. */
  grantId?: string | undefined
  /** The personal access token. */
  tokenId?: string | undefined
  /** When the person signed in in this browser; undefined for a caller with an access token. */
  authenticatedAt?: Date | undefined
  /** True if the account was erased after the token was issued. */
  erased: boolean
}

/** A caller who is a person. */
export interface UserCaller extends Caller {
  userId: string
  canonicalPlayerId: string
}

/** The person or client behind a verified token, as the database knows them now. */
export interface Holder {
  user: { id: string; canonicalPlayerId: string } | undefined
  /** The account of the embedded issuer. */
  accountId: string | undefined
  /** The scopes that the person or the client may use now, whatever the token says; undefined if the token alone decides. */
  allowed: ReadonlySet<string> | undefined
  erased: boolean
}

/** The caller with this token. Their scopes are the token's, without those that they are not allowed now. */
export function callerOf(
  token: Pick<VerifiedToken, 'issuer' | 'subject' | 'scopes'> &
    Partial<Pick<VerifiedToken, 'clientId' | 'grantId' | 'tokenId' | 'isClient'>>,
  { user, accountId, allowed, erased }: Holder,
): Caller {
  return {
    key: keyOf(token),
    scopes: allowed ? token.scopes.intersection(allowed) : token.scopes,
    userId: user?.id,
    canonicalPlayerId: user?.canonicalPlayerId,
    accountId,
    clientId: token.clientId ?? (token.isClient ? token.subject : undefined),
    grantId: token.grantId,
    tokenId: token.tokenId,
    erased,
  }
}
