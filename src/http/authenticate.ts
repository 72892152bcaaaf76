/** From the Authorization header to the caller: 401 without a valid token, 403 without the operation's scope. */
import type { Sql } from '../db/sql.ts'
import { type VerifiedToken, type Verifier, InvalidToken, IssuerUnavailable, keyOf } from './access-token.ts'
import { Problem, unavailable } from './problem.ts'

export interface Caller {
  /** Names the token's subject, be it a user or a client; idempotency keys are kept under it. A UUID. */
  key: string
  scopes: ReadonlySet<string>
  /** Undefined for a client that acts for itself. */
  userId: string | undefined
  /** The player that the user is; a user has one for good. */
  canonicalPlayerId: string | undefined
  /** True where the account was erased after the token was issued. */
  erased: boolean
}

/** A caller who is a person. */
export interface UserCaller extends Caller {
  userId: string
  canonicalPlayerId: string
}

/** Finds and locks the users of tokens. */
export interface Users {
  /**
   * The user of a token's subject, created when they are seen for the first time; none where the account was
   * erased after the token was issued.
   */
  find: (token: VerifiedToken) => Promise<{ id: string; canonicalPlayerId: string } | undefined>
  /** Selects a row if the user is not erased, and locks it: nobody erases the user during the transaction. */
  lockAccount: (userId: string) => Sql
}

/** In milliseconds. Then the caller is looked up again: another instance may have erased their account. */
const KNOWN_FOR = 60_000

export class Authentication {
  readonly users: Users
  readonly #verifier: Verifier
  /** Entries live as long as the tokens, which the verifier keeps while they are valid. */
  readonly #callers = new WeakMap<VerifiedToken, { caller: Caller; metAt: number }>()
  #erasedAt = 0

  constructor(verifier: Verifier, users: Users) {
    this.#verifier = verifier
    this.users = users
  }

  /** Returns no promise for a token that was seen before, which is nearly always. */
  caller(header: string | undefined): Caller | Promise<Caller> {
    const token = bearerToken(header)
    try {
      const verified = this.#verifier.verify(token)
      if (verified instanceof Promise) return verified.then((late) => this.#callerOf(late), refuse)
      return this.#callerOf(verified)
    } catch (error) {
      return refuse(error)
    }
  }

  /** To be called when an account was erased: every caller is looked up again. */
  forgetCallers(): void {
    this.#erasedAt = Date.now()
  }

  #callerOf(token: VerifiedToken): Caller | Promise<Caller> {
    const known = this.#callers.get(token)
    const fresh = known && known.metAt > Math.max(this.#erasedAt, Date.now() - KNOWN_FOR)
    return fresh ? known.caller : this.#meet(token)
  }

  async #meet(token: VerifiedToken): Promise<Caller> {
    const metAt = Date.now()
    const user = token.isClient ? undefined : await this.users.find(token)
    const caller = {
      key: keyOf(token),
      scopes: token.scopes,
      userId: user?.id,
      canonicalPlayerId: user?.canonicalPlayerId,
      erased: !token.isClient && user === undefined,
    }
    this.#callers.set(token, { caller, metAt })
    return caller
  }
}

/** The 401 for a token of an erased user. */
export const accountErased = () => invalidToken('The account of this access token was erased; sign in anew.')

/** Throws the 403 of RFC 6750 if the token lacks the scope. */
export function mustHoldScope(caller: Caller, scope: string): void {
  if (caller.scopes.has(scope)) return
  throw new Problem(403, 'authorization', `The access token lacks the scope ${scope}.`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

function bearerToken(header: string | undefined): string {
  if (header === undefined) {
    throw unauthenticated('The request has no access token; send it as `Authorization: Bearer …`.', 'Bearer')
  }
  const match = /^bearer +([\w.~+/-]+=*) *$/i.exec(header)
  if (match?.[1]) return match[1]
  throw invalidToken('The Authorization header must be `Bearer` and an access token.')
}

function refuse(error: unknown): never {
  if (error instanceof InvalidToken) throw invalidToken(error.message)
  if (error instanceof IssuerUnavailable) throw unavailable(error.message)
  throw error
}

const invalidToken = (detail: string) => unauthenticated(detail, 'Bearer error="invalid_token"')

function unauthenticated(detail: string, challenge: string): Problem {
  return new Problem(401, 'authentication', detail, { headers: { 'www-authenticate': challenge } })
}
