/** Finds the caller by the Authorization header. Throws 401 without a valid token, and 403 without the scope of the operation. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Sql } from '../../db/sql.ts'
import type { VerifiedToken, Verifier } from '../access-token.ts'
import { type Caller, type Holder, callerOf } from '../caller.ts'
import type { Eventual } from '../eventual.ts'
import { KnownCallers } from '../known-callers.ts'
import { Problem } from '../problem.ts'

/** The way in which a request proves who sends it. */
export interface Authentication {
  /** Finds the caller. For a known caller, which is the usual case, it does not return a promise. */
  caller: (headers: IncomingHttpHeaders) => Eventual<Caller>
  people: People
}

export interface People {
  /**
   * Finds the holder of a token, and creates the user at their first request. Throws `InvalidToken` for a disabled account. For a
   * known holder, it does not return a promise.
   */
  holderOf: (token: VerifiedToken) => Eventual<Holder>
  /** Forgets all holders after an erasure, so that their new state is read from the database. */
  forget: () => void
  /**
   * Locks a user and the users in `others`, so that they cannot be erased during the transaction. If it selects no row, the user
   * is erased.
   */
  lockAccount: (userId: string, others?: Sql) => Sql
}

export class BearerAuthentication implements Authentication {
  readonly people: People
  readonly #verifier: Verifier
  readonly #callers: KnownCallers<VerifiedToken>

  constructor(verifier: Verifier, people: People) {
    this.#verifier = verifier
    this.people = people
    const holderOf = (token: VerifiedToken) => people.holderOf(token)
    this.#callers = new KnownCallers({ holderOf, callerOf, unauthenticated: invalidToken })
  }

  caller({ authorization }: IncomingHttpHeaders): Eventual<Caller> {
    return this.#callers.of(() => this.#verifier.verify(bearerToken(authorization)))
  }
}

export const accountErased = () => invalidToken('The account of this access token was erased; sign in again.')

/** Throws the 403 of RFC 6750 if the caller's token lacks the scope. */
export function mustHoldScope(caller: Caller, scope: string): void {
  if (caller.scopes.has(scope)) return
  throw new Problem(403, 'authorization', `The access token lacks the scope ${scope}.`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

/**
 * In milliseconds. Things that outlast a session can be made only this soon after a sign-in, while it is surely still the same
 * person at the browser.
 */
export const RECENT = 15 * 60_000

export const isRecent = (authenticatedAt: Date) => Date.now() - authenticatedAt.getTime() < RECENT

/** Throws the 401 of RFC 9470 if the sign-in is too long ago. It makes the app ask the person to sign in again. */
export function mustBeRecent({ authenticatedAt }: Caller): void {
  if (authenticatedAt === undefined || isRecent(authenticatedAt)) return
  throw unauthenticated(
    'This needs a sign-in of the last 15 minutes; sign in again, and send the request again.',
    `Cookie error="insufficient_user_authentication", max_age="${RECENT / 1000}"`,
  )
}

function bearerToken(header: string | undefined): string {
  if (header === undefined) {
    throw unauthenticated('The request has no access token; send it as `Authorization: Bearer …`.', 'Bearer')
  }
  const match = /^bearer +([\w.~+/-]+=*) *$/i.exec(header)
  if (match?.[1]) return match[1]
  throw invalidToken('The Authorization header must be `Bearer` and an access token.')
}

const invalidToken = (detail: string) => unauthenticated(detail, 'Bearer error="invalid_token"')

function unauthenticated(detail: string, challenge: string): Problem {
  return new Problem(401, 'authentication', detail, { headers: { 'www-authenticate': challenge } })
}
