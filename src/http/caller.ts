/** Who sends a request, and what they may do. */
import { type VerifiedToken, keyOf } from './access-token.ts'

export interface Caller {
  /** A UUID made from the token's subject. We store idempotency keys under this UUID. */
  key: string
  scopes: ReadonlySet<string>
  /** Undefined for a client that acts for itself, because such a client has no user. */
  userId: string | undefined
  canonicalPlayerId: string | undefined
  /** Undefined for people of outside issuers, and for clients. */
  accountId: string | undefined
  /** The app that acts for a person, or the service that acts for itself. */
  clientId?: string | undefined
  /** Present for an app that acts for a person. */
  grantId?: string | undefined
  /** Present for a caller with a personal token. */
  tokenId?: string | undefined
  /** Present for a browser that is signed in. */
  sessionId?: string | undefined
  /** When the person signed in. Undefined for a caller with an access token. */
  authenticatedAt?: Date | undefined
  /** True if the account was erased after the token was issued. */
  erased: boolean
}

export interface UserCaller extends Caller {
  userId: string
  canonicalPlayerId: string
}

/** A person or client, as the database knows them now. */
export interface Holder {
  user: { id: string; canonicalPlayerId: string } | undefined
  accountId: string | undefined
  /** The scopes that the person or client may use now. Undefined means that the token alone decides. */
  allowed: ReadonlySet<string> | undefined
  erased: boolean
}

/** Makes a caller with the token's scopes, except the scopes that the holder may not use now. */
export function callerOf(
  token: Pick<VerifiedToken, 'issuer' | 'subject' | 'scopes'> &
    Partial<Pick<VerifiedToken, 'clientId' | 'grantId' | 'tokenId' | 'sessionId' | 'isClient'>>,
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
    sessionId: token.sessionId,
    erased,
  }
}
