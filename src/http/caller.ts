/** Who sends a request, and what they may do. */
import { type VerifiedToken, keyOf } from './access-token.ts'

export interface Caller {
  /** Names the token's subject, be it a user or a client; idempotency keys are kept under it. A UUID. */
  key: string
  scopes: ReadonlySet<string>
  /** Undefined for a client that acts for itself. */
  userId: string | undefined
  /** The player that the user is; a user has one for good. */
  canonicalPlayerId: string | undefined
  /** The account of the embedded issuer; undefined for people of outside issuers, and for clients. */
  accountId: string | undefined
  /** The client whose access token it is: an app that acts for a person, or a service that acts for itself. */
  clientId?: string | undefined
  /** What the app was let in for; the tokens that it makes for its person end with that. */
  grantId?: string | undefined
  /** The personal access token. */
  tokenId?: string | undefined
  /** When the person signed in in this browser; undefined for a caller with an access token. */
  authenticatedAt?: Date | undefined
  /** True where the account was erased after the token was issued. */
  erased: boolean
}

/** A caller who is a person. */
export interface UserCaller extends Caller {
  userId: string
  canonicalPlayerId: string
}

/** Who is behind a verified token at the moment. */
export interface Behind {
  user: { id: string; canonicalPlayerId: string } | undefined
  /** The account of the embedded issuer. */
  accountId: string | undefined
  /** What the person or the client may do now, whatever the token says; undefined where the token alone decides. */
  allowed: ReadonlySet<string> | undefined
  erased: boolean
}

/** The caller whose token names these scopes: they have those of them that they are allowed. */
export function callerOf(
  token: Pick<VerifiedToken, 'issuer' | 'subject' | 'scopes'> &
    Partial<Pick<VerifiedToken, 'clientId' | 'grantId' | 'tokenId' | 'isClient'>>,
  { user, accountId, allowed, erased }: Behind,
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
