/**
 * The rules of webhooks: their addresses must be public, their maker must have certain rights, and some things only the maker may
 * do.
 */
import type { Caller } from '../http/caller.ts'
import { conflict, forbidden, invalid } from '../http/problem.ts'
import { mustHold } from '../identity/handing-on.ts'
import { faultOfAddress } from '../pipeline/outside/guarded.ts'
import { scopesFor } from './rights.ts'
import { MOST_WEBHOOKS } from './schedule.ts'
import type { LockedWebhook } from './store.ts'

/** Checks the form of the URL. The addresses of its host are checked at each attempt. */
export function mustBePublic(url: string, loopbackPorts: readonly number[]): void {
  const parsed = URL.parse(url)
  if (parsed && faultOfAddress(parsed, { loopbackPorts }) === undefined) return
  const message = 'url must be an https URL of a public address, without a user name.'
  throw invalid([{ field: 'url', code: 'INVALID_VALUE', message, rejectedValue: url }])
}

/**
 * The account of the caller. People who sign in at an outside issuer have none. Nobody could find out later whether they are
 * still administrators, so they cannot have webhooks.
 */
export function mustHaveAccount({ accountId }: Caller): string {
  if (accountId !== undefined) return accountId
  throw forbidden(
    'Your account is one of an outside issuer. A webhook ends with the rights of its maker, and only accounts of this service tell us about theirs.',
  )
}

/** Throws if the token may not read these events itself. A token can have fewer scopes than its account. */
export const mustReadEvents = (caller: Caller, kinds: readonly string[]): void =>
  mustHold(caller, scopesFor(kinds))

export const theMaker = {
  may: (_caller: Caller, { isMaker }: Pick<LockedWebhook, 'isMaker'>) => isMaker,
  refusal:
    'Only the maker of a webhook may do this, because it sends what the maker may see. Other administrators may disable or delete it.',
}

export function mustBeMaker({ isMaker }: Pick<LockedWebhook, 'isMaker'>): void {
  if (!isMaker) throw forbidden(theMaker.refusal)
}

export function mustBeEnabled({ enabled }: Pick<LockedWebhook, 'enabled'>): void {
  if (!enabled) throw conflict('This webhook is disabled. Enable it first.')
}

export const tooManyWebhooks = () =>
  conflict(`There are ${MOST_WEBHOOKS} webhooks, which is the most. Delete one that is not used any more.`)
