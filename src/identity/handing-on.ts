/** Nobody can give away a scope that they do not have. This applies to everything that lets people in or raises their rights. */
import type { Caller } from '../http/caller.ts'
import { forbidden } from '../http/problem.ts'
import { NEVER_GRANTED } from './personal-tokens/schema.ts'

export const holds = (caller: Caller, given: Iterable<string>): boolean =>
  [...given].every((scope) => caller.scopes.has(scope))

/**
 * Throws if the caller lacks one of the scopes in `given` now. Otherwise a script could make a token with more scopes than its
 * own.
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
