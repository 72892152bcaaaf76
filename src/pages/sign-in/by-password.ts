/** Signs in with a name and a password. For an unknown name, the work and the answer are the same as for a known one. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../db/database.ts'
import type { Path } from '../../http/turns/fair-line.ts'
import { Problem } from '../../http/problem.ts'
import { pathFrom, whereFrom } from '../../http/where-from.ts'
import { nameTurn } from '../../identity/accounts/name-turns.ts'
import { inHashTurn, isOutdated } from '../../identity/accounts/passwords.ts'
import { type SignInAccount, changed, findSignInAccount } from '../../identity/accounts/store.ts'
import { type Budget, atCost, budgetsFrom, refunds, spend } from '../../identity/accounts/throttle.ts'
import { sql } from '../../db/sql.ts'
import { folded } from '../../http/schema/text.ts'
import { browserOf } from '../known-browser.ts'
import type { Site } from '../site.ts'
import { recordFailure } from './failures.ts'
import { signIn } from './sign-in-session.ts'

type Outcome = 'SIGNED_IN' | 'WRONG' | 'TOO_MANY' | 'DISABLED'

export async function byPassword(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: { name: string; password: string },
): Promise<Outcome> {
  const name = folded(typed.name.slice(0, 300).toWellFormed())
  const account = await findSignInAccount(site.db, name)
  const attempt = attemptOf(site, request, name, account?.id)
  try {
    if (!(await paid(site.db, attempt))) return await tooMany(site, request, account?.id)
    return await atCost(site.db, attempt.budgets, () =>
      looked(site, request, reply, attempt, account, typed.password),
    )
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return tooMany(site, request, account?.id)
    throw error
  }
}

/** The owner sees this attempt, although the password was not compared. */
async function tooMany(site: Site, request: FastifyRequest, accountId: string | undefined): Promise<Outcome> {
  if (accountId !== undefined)
    await recordFailure(site, request, accountId, { method: 'PASSWORD', outcome: 'TOO_MANY' })
  return 'TOO_MANY'
}

async function looked(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { budgets, ...asking }: Attempt,
  account: SignInAccount | undefined,
  password: string,
): Promise<Outcome> {
  const { isRight, renewed } = await inHashTurn(asking, async ({ verify, hash }) => {
    const fits = await verify(password, account?.passwordHash)
    const old = fits && isOutdated(account?.passwordHash ?? '')
    return { isRight: fits, renewed: old ? await hash(password) : undefined }
  })
  if (!isRight || !account) {
    await recordFailure(site, request, account?.id, { method: 'PASSWORD', outcome: 'WRONG' })
    return 'WRONG'
  }
  if (account.disabledAt) return 'DISABLED'
  const { id: accountId, passwordHash } = account
  const entered = await signIn(site, request, reply, 'PASSWORD', async (db) => {
    // The password or the account may have changed while the hash was computed.
    const still = await db.maybe(sql`
      select from accounts where id = ${accountId} and password_hash = ${passwordHash} and disabled_at is null for update`)
    if (!still) return undefined
    const work = refunds(budgets)
    if (renewed !== undefined) work.push(changed(accountId, sql`password_hash = ${renewed}`))
    await Promise.all(work.map((statement) => db.many(statement)))
    return { accountId }
  })
  return entered ? 'SIGNED_IN' : 'WRONG'
}

interface Attempt {
  known: boolean
  path: Path
  budgets: Budget[]
}

/**
 * The budgets of an attempt. A browser that has signed in to the account before has a budget of its own. Other browsers share the
 * budgets of their network and of the account.
 */
function attemptOf(
  site: Site,
  request: FastifyRequest,
  name: string,
  accountId: string | undefined,
): Attempt {
  const { address } = whereFrom(request)
  const path = pathFrom(address)
  const browser = accountId === undefined ? undefined : browserOf(site, request, accountId)
  if (browser !== undefined) {
    const budget: Budget = { of: 'browser', whose: `${browser} ${accountId}` }
    return { known: true, path: [...path, `browser ${browser}`], budgets: [budget] }
  }
  const budget: Budget = {
    of: 'name',
    whose: accountId === undefined ? `name ${name}` : `account ${accountId}`,
  }
  return { known: false, path, budgets: [...budgetsFrom('address', address), budget] }
}

/**
 * Takes an attempt from each budget. The account's budget is last, so that a network without attempts never waits for its lock.
 */
async function paid(db: Queryable, { budgets, path }: Attempt): Promise<boolean> {
  const own = budgets.filter(({ of }) => of !== 'name')
  const name = budgets.find(({ of }) => of === 'name')
  if (!(await spend(db, own))) return false
  if (name) await atCost(db, own, () => nameTurn(db, name.whose, path))
  return true
}
