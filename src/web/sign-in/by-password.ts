/** Signs in with a name and a password. The answer and the work are the same for names that are known and that aren't. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../http/problem.ts'
import { Turns } from '../../http/turns.ts'
import { whereFrom } from '../../http/where-from.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../identity/accounts/passwords.ts'
import { changed, findSignInAccount } from '../../identity/accounts/store.ts'
import { type Budget, refunds, spend } from '../../identity/accounts/throttle.ts'
import { sql } from '../../db/sql.ts'
import { folded } from '../../http/text.ts'
import { type Site, audited, browserOf, signIn } from '../site.ts'

/**
 * One attempt of an address at a time: ten thousand a minute from one address would else fill the queue of hashes, and others
 * would wait behind them.
 */
const turns = new Turns({
  atOnce: 1,
  mostWaiting: 4,
  patience: 4_000,
  refusal: () => new Problem(429, 'rate-limited', 'Too many attempts from here at once.'),
})

export async function byPassword(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: { name: string; password: string },
): Promise<'SIGNED_IN' | 'WRONG' | 'TOO_MANY' | 'DISABLED'> {
  const { address } = whereFrom(request)
  const name = folded(typed.name.slice(0, 300).toWellFormed())
  const account = await findSignInAccount(site.db, name)
  const browser = account && browserOf(site, request, account.id)
  const turn = turns.take(browser ?? address)
  try {
    await turn.come
  } catch {
    return 'TOO_MANY'
  }
  try {
    const budgets: Budget[] =
      browser === undefined
        ? [
            { of: 'address', whose: address },
            { of: 'name', whose: name },
          ]
        : [{ of: 'browser', whose: `${browser} ${account?.id}` }]
    if (!(await spend(site.db, budgets))) return 'TOO_MANY'
    const isRight = await verifyPassword(typed.password, account?.passwordHash)
    if (!isRight || !account) {
      await site.db.many(audited(request, 'SIGN_IN_FAILED', account?.id, { method: 'PASSWORD' }))
      return 'WRONG'
    }
    if (account.disabledAt) return 'DISABLED'
    const { id: accountId, passwordHash } = account
    const renewed = isOutdated(passwordHash ?? '') ? await hashPassword(typed.password) : undefined
    const entered = await signIn(site, request, reply, 'PASSWORD', async (db) => {
      // Somebody may have changed the password or disabled the account while this one was hashed.
      const still = await db.maybe(sql`
        select from accounts where id = ${accountId} and password_hash = ${passwordHash} and disabled_at is null for update`)
      if (!still) return undefined
      const work = refunds(budgets)
      if (renewed !== undefined) work.push(changed(accountId, sql`password_hash = ${renewed}`))
      await Promise.all(work.map((statement) => db.many(statement)))
      return { accountId }
    })
    return entered ? 'SIGNED_IN' : 'WRONG'
  } finally {
    turn.end()
  }
}
