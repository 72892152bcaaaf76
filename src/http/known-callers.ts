/** From a credential to its caller: finds who holds the credential, and reports what is wrong with it as a problem. */
import { InvalidToken, IssuerUnavailable } from './access-token.ts'
import type { Behind, Caller } from './caller.ts'
import { type Problem, unavailable } from './problem.ts'

/** A value that is here, or one that we must wait for. */
export type Eventual<T> = T | Promise<T>

/** Passes the value on, without a promise if it is here. */
export const after = <A, B>(value: Eventual<A>, use: (value: A) => Eventual<B>): Eventual<B> =>
  value instanceof Promise ? value.then(use) : use(value)

interface KnownCallersOptions<Credential> {
  behind: (credential: Credential) => Eventual<Behind>
  callerOf: (credential: Credential, behind: Behind) => Caller
  /** The 401 for a credential that is not accepted. */
  unauthenticated: (detail: string) => Problem
}

/** A credential is a verified token or a session that the service keeps in memory. Its caller lives as long as it does. */
export class KnownCallers<Credential extends object> {
  readonly #options: KnownCallersOptions<Credential>
  readonly #callers = new WeakMap<Credential, { caller: Caller; behind: Behind }>()

  constructor(options: KnownCallersOptions<Credential>) {
    this.#options = options
  }

  /**
   * Returns no promise for a caller who was seen before, which is nearly always. `find` finds the credential of the request, or
   * throws.
   */
  of(find: () => Eventual<Credential>): Eventual<Caller> {
    try {
      const caller = after(find(), (credential) => this.#callerOf(credential))
      return caller instanceof Promise ? caller.catch((error: unknown) => this.#refuse(error)) : caller
    } catch (error) {
      return this.#refuse(error)
    }
  }

  #callerOf(credential: Credential): Eventual<Caller> {
    return after(this.#options.behind(credential), (behind) => this.#known(credential, behind))
  }

  /** The same object until another account or client is found behind the credential, or the same one with other rights. */
  #known(credential: Credential, behind: Behind): Caller {
    const known = this.#callers.get(credential)
    if (known?.behind === behind) return known.caller
    const caller = this.#options.callerOf(credential, behind)
    this.#callers.set(credential, { caller, behind })
    return caller
  }

  #refuse(error: unknown): never {
    if (error instanceof InvalidToken) throw this.#options.unauthenticated(error.message)
    throw error instanceof IssuerUnavailable ? unavailable(error.message) : error
  }
}
