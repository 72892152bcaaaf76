/** Signs in with a passkey. This works even if too many passwords were guessed wrongly. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { whereFrom } from '../../http/where-from.ts'
import type { SignIn } from '../../identity/accounts/passkeys.ts'
import { findAccount } from '../../identity/accounts/store.ts'
import { budgetsFrom, spend } from '../../identity/accounts/throttle.ts'
import { type Site, attempted } from '../site.ts'
import { signIn } from './sign-in-session.ts'

export async function byPasskey(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<'SIGNED_IN' | 'REFUSED' | 'SUSPECTED' | 'DISABLED'> {
  let outcome: SignIn | { as: 'DISABLED' } = { as: 'REFUSED', why: 'not looked at' }
  const entered = await signIn(site, request, reply, 'PASSKEY', async (db) => {
    outcome = await site.passkeys.signIn(db, answer)
    if (outcome.as === 'SUSPECTED') {
      // Stores this event together with the new state of the passkey, so that the owner sees both.
      await db.many(attempted(request, 'PASSKEY_SUSPECTED', outcome.accountId))
      return undefined
    }
    if (outcome.as !== 'SIGNED_IN') return undefined
    const { accountId } = outcome
    const account = await findAccount(db, accountId)
    if (!account || account.disabledAt) {
      outcome = { as: 'DISABLED' }
      return undefined
    }
    return { accountId }
  })
  if (entered) return 'SIGNED_IN'
  const { as, ...facts } = outcome as SignIn | { as: 'DISABLED' }
  if (as === 'REFUSED' && 'accountId' in facts && facts.accountId !== undefined)
    await record(site, request, facts.accountId)
  return as === 'SIGNED_IN' ? 'REFUSED' : as
}

/** Limits how many of these events are stored, because any stranger who knows the id of a passkey can cause them. */
async function record(site: Site, request: FastifyRequest, accountId: string): Promise<void> {
  if (await spend(site.db, budgetsFrom('passkey', whereFrom(request).address)))
    await site.db.many(attempted(request, 'SIGN_IN_FAILED', accountId, { method: 'PASSKEY' }))
}
