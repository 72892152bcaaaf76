/** Who sends a request, and what they may do. */
import { type VerifiedToken, keyOf } from './access-token.ts'

export interface Caller {
  /** A UUID that is made from the token's subject. The caller's idempotency keys are stored under it. */
  key: string
  scopes: ReadonlySet<string>
  /** Undefined for a client that acts for itself, because it has no user. */
  userId: string | undefined
  canonicalPlayerId: string | undefined
  /** Undefined for clients, and for people who sign in at an outside issuer. */
  accountId: string | undefined
  /** The app that acts for a person, or the client that acts for itself. */
  clientId?: string | undefined
  /** Only for an app that acts for a person. */
  grantId?: string | undefined
  /** Only for a caller with a personal token. */
  tokenId?: string | undefined
  /** Only for a browser that is signed in. */
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

/** A person or client, with the state that the database has now. */
export interface Holder {
  user: { id: string; canonicalPlayerId: string } | undefined
  accountId: string | undefined
  /** The scopes that the person or client may use now. If undefined, the token alone decides. */
  allowed: ReadonlySet<string> | undefined
  erased: boolean
}

/** Makes a caller. It has the token's scopes, without those that the holder may not use now. */
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
