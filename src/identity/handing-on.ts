/** The one rule for whatever lets somebody in or raises their rights: nobody gives a scope that they lack. */
import type { Caller } from '../http/caller.ts'
import { forbidden } from '../http/problem.ts'

/**
 * Throws unless the caller has each of the scopes now. Otherwise the scope to make tokens, clients, links or roles would be worth
 * every other scope: its holder could make themselves a credential that has them.
 */
export function mustHold(caller: Caller, given: Iterable<string>): void {
  for (const scope of given)
    if (!caller.scopes.has(scope))
      throw forbidden(`You lack the scope ${scope} here, so you cannot give it to anybody or to anything.`)
}
