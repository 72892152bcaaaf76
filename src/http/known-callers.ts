/** Finds the caller for a token or a session, or throws the problem that the client gets. */
import { InvalidToken, IssuerUnavailable } from './access-token.ts'
import type { Caller, Holder } from './caller.ts'
import { type Eventual, after } from './eventual.ts'
import { type Problem, unavailable } from './problem.ts'

interface KnownCallersOptions<Credential> {
  holderOf: (credential: Credential) => Eventual<Holder>
  callerOf: (credential: Credential, holder: Holder) => Caller
  unauthenticated: (detail: string) => Problem
}

/** Remembers the caller for each token and session, for as long as the token or session is in memory. */
export class KnownCallers<Credential extends object> {
  readonly #options: KnownCallersOptions<Credential>
  readonly #callers = new WeakMap<Credential, { caller: Caller; holder: Holder }>()

  constructor(options: KnownCallersOptions<Credential>) {
    this.#options = options
  }

  /**
   * Finds the caller. It returns a promise only for an unknown caller, which is rare. `find` finds the token or session, or
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
    return after(this.#options.holderOf(credential), (holder) => this.#known(credential, holder))
  }

  /** As long as the rights of the holder are the same, this returns the same object. */
  #known(credential: Credential, holder: Holder): Caller {
    const known = this.#callers.get(credential)
    if (known?.holder === holder) return known.caller
    const caller = this.#options.callerOf(credential, holder)
    this.#callers.set(credential, { caller, holder })
    return caller
  }

  #refuse(error: unknown): never {
    if (error instanceof InvalidToken) throw this.#options.unauthenticated(error.message)
    throw error instanceof IssuerUnavailable ? unavailable(error.message) : error
  }
}
