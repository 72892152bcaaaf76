/** From the Authorization header to the caller: 401 without a valid token, 403 without the operation's scope. */
import { createHash } from 'node:crypto'
import { type VerifiedToken, type Verifier, InvalidToken, IssuerUnavailable } from './access-token.ts'
import { Problem, unavailable } from './problem.ts'

export interface Caller {
  /** Names the token's subject, be it a user or a client; idempotency keys are kept under it. A UUID. */
  key: string
  scopes: ReadonlySet<string>
  /** Undefined for a client that acts for itself. */
  userId: string | undefined
  /** The player that the user is; a user has one for good. */
  canonicalPlayerId: string | undefined
}

/** A caller who is a person. */
export interface UserCaller extends Caller {
  userId: string
  canonicalPlayerId: string
}

/** Finds the user of a token's subject, and creates them when they are seen for the first time. */
export type FindUser = (token: VerifiedToken) => Promise<{ id: string; canonicalPlayerId: string }>

export class Authentication {
  readonly #verifier: Verifier
  readonly #findUser: FindUser
  /** The verifier keeps verified tokens while they are valid; what we know of their callers goes with them. */
  readonly #callers = new WeakMap<VerifiedToken, Caller>()

  constructor(verifier: Verifier, findUser: FindUser) {
    this.#verifier = verifier
    this.#findUser = findUser
  }

  /** Answers without a promise for a token seen before, which is nearly always. */
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

  #callerOf(token: VerifiedToken): Caller | Promise<Caller> {
    return this.#callers.get(token) ?? this.#meet(token)
  }

  async #meet(token: VerifiedToken): Promise<Caller> {
    const user = token.isClient ? undefined : await this.#findUser(token)
    const caller = {
      key: keyOf(token),
      scopes: token.scopes,
      userId: user?.id,
      canonicalPlayerId: user?.canonicalPlayerId,
    }
    this.#callers.set(token, caller)
    return caller
  }
}

/** Throws the 403 of RFC 6750 where the token lacks the scope. */
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
  throw invalidToken('The Authorization header has to be `Bearer` and an access token.')
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

/** The same UUID for the same subject on every instance (version 8 of RFC 9562: its bits are a hash). */
function keyOf({ issuer, subject }: VerifiedToken): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
