/** From a credential to its caller: finds who holds the credential, and reports what is wrong with it as a problem. */
import { InvalidToken, IssuerUnavailable } from './access-token.ts'
import type { Caller, Holder } from './caller.ts'
import { type Eventual, after } from './eventual.ts'
import { type Problem, unavailable } from './problem.ts'

interface KnownCallersOptions<Credential> {
  holderOf: (credential: Credential) => Eventual<Holder>
  callerOf: (credential: Credential, holder: Holder) => Caller
  /** The 401 for a credential that is not accepted. */
  unauthenticated: (detail: string) => Problem
}

/** A credential is a verified token or a session that the service keeps in memory. Its caller lives as long as it does. */
export class KnownCallers<Credential extends object> {
  readonly #options: KnownCallersOptions<Credential>
  readonly #callers = new WeakMap<Credential, { caller: Caller; holder: Holder }>()

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
    return after(this.#options.holderOf(credential), (holder) => this.#known(credential, holder))
  }

  /** Returns the same object until the holder changes, or gets other rights. */
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
