/** The one rule for whatever lets somebody in or raises their rights: nobody gives a scope that they lack. */
import type { Caller } from '../http/caller.ts'
import { forbidden } from '../http/problem.ts'
import { NEVER_GRANTED } from './personal-tokens/schema.ts'

/**
 * Throws unless the caller has each of the scopes now. Otherwise the scope to make tokens, clients, links or roles would be worth
 * every other scope: its holder could make themselves a credential that has them.
 */
export function mustHold(caller: Caller, given: Iterable<string>): void {
  for (const scope of given)
    if (!caller.scopes.has(scope))
      throw forbidden(
        caller.tokenId !== undefined && NEVER_GRANTED.has(scope)
          ? `No personal access token has the scope ${scope}, so a script with one cannot give a role that has it, such as player. Sign in in a browser or with \`scorebook login\` for that, or use \`scorebook user\`.`
          : `You lack the scope ${scope} here, so you cannot give it to anybody or to anything.`,
      )
}
