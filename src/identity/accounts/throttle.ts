/** Limits guesses at passwords and codes. All instances share the budgets: an attempt costs one small upsert. */
import { hash } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { networksOf } from '../../http/where-from.ts'

interface Rule {
  /** The number of attempts in a full budget. */
  most: number
  /** One attempt comes back after this number of seconds. */
  seconds: number
  /** The number of budgets for all strangers together. Each budget takes a row, so the number is limited. */
  everybody?: number
}

const rules = <Name extends string>(given: Record<Name, Rule>): Record<Name, Rule> => given

export const BUDGETS = rules({
  /** Attempts at an account from one address, in browsers that have not signed in to the account before. */
  address: { most: 30, seconds: 20 },
  /**
   * Attempts at one account from all such browsers together. Without an attempt people are not refused; they wait
   * (`name-turns.ts`).
   */
  name: { most: 10, seconds: 30 },
  /** Attempts from a browser that has signed in to the account before. Because of it strangers cannot lock the owner out. */
  browser: { most: 10, seconds: 60 },
  /**
   * Attempts with recovery codes from one address. Nobody guesses 100 bits. A budget for each name would let strangers lock out
   * owners.
   */
  recovery: { most: 10, seconds: 30 },
  join: { most: 20, seconds: 30, everybody: 10 },
  /** Attempts from one address with a secret that belongs to no valid invitation. */
  invitation: { most: 30, seconds: 20 },
  detail: { most: 20, seconds: 60 },
  /** Links that verify an address for mail: those that a person asks for, and those that go to one address. */
  verification: { most: 5, seconds: 1_800 },
  /** Requests for a link by mail. Each takes a small row until the background work reads it. */
  mailQuestion: { most: 10, seconds: 60, everybody: 20 },
  /** Links to sign in that are mailed to one address, and to the address of one account: never more than 3 in an hour. */
  mailedLink: { most: 2, seconds: 2_400 },
  /** Invitations that one person sends by mail: never more than 10 in an hour. */
  mailedInvitation: { most: 8, seconds: 1_800 },
  /** The same over a day: never more than 30. All people of the service together share more. */
  mailedInvitations: { most: 15, seconds: 5_760 },
  /** Invitations that are mailed to one address: never more than 3 in a day. */
  invitedAddress: { most: 2, seconds: 86_400 },
  /** Browsers that a person registers for push messages. */
  push: { most: 40, seconds: 60 },
  /** Attempts of one client from one address. Unknown clients share a budget. */
  client: { most: 30, seconds: 10 },
  /** Requests for device codes. These need no secret, and each takes a row for ten minutes. */
  device: { most: 30, seconds: 20, everybody: 50 },
  /** Attempts to enter device codes. A code has 34 bits and ten minutes. */
  deviceCode: { most: 20, seconds: 30 },
  /** Authorization requests of apps. These need no secret, and each takes a row of up to 10 kB for half an hour. */
  question: { most: 200, seconds: 2, everybody: 20 },
  /** Failed attempts with unknown names, as far as the audit records them. Other budgets limit the attempts. */
  unknown: { most: 6, seconds: 600, everybody: 100 },
  /** Failed attempts with passkeys, as far as the audit records them. The attempts themselves have no limit. */
  passkey: { most: 20, seconds: 60 },
})

export interface Budget {
  of: keyof typeof BUDGETS
  /** The address, network, name, browser or account whose budget this is. */
  whose: string
  /** Multiplies the attempts of the budget, and the speed at which they come back. The default is 1. */
  times?: number
}

/**
 * Returns the budgets of an address and its wider networks, because a home has 256 IPv6 networks. Wider ones have more attempts.
 */
export function budgetsFrom(of: Budget['of'], address: string, whose = ''): Budget[] {
  const { home, site } = networksOf(address)
  const { everybody } = BUDGETS[of]
  const shares = [
    [address, 1],
    [home, 2],
    [site, 4],
    [everybody === undefined ? undefined : 'everybody', everybody],
  ] as const
  return shares.flatMap(([network, times = 1]) =>
    network === undefined ? [] : [{ of, whose: whose === '' ? network : `${network} ${whose}`, times }],
  )
}

/** Takes an attempt from each budget. If a budget has none left, takes nothing and returns false. */
export async function spend(db: Queryable, budgets: readonly Budget[]): Promise<boolean> {
  const rows = await Promise.all(budgets.map((budget) => db.maybe(spent(budget))))
  const taken = budgets.filter((_, at) => rows[at] !== undefined)
  if (taken.length === budgets.length) return true
  await Promise.all(refunds(taken).map((refund) => db.many(refund)))
  return false
}

/** Does the work that `spend` took attempts for. If the work has no result, for example because of a 503, gives them back. */
export async function atCost<T>(
  db: Queryable,
  budgets: readonly Budget[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // If the database is away, the refunds fail too. The caller must get the first error.
    await Promise.all(refunds(budgets).map((refund) => db.many(refund))).catch(() => {})
    throw error
  }
}

/** In milliseconds, the time until the budget has one more attempt. */
export async function comesBack(db: Queryable, budget: Budget): Promise<number> {
  const found = await db.maybe(sql<{ wait: number }>`
    select extract(epoch from full_at - ${seconds(budget)} * ${mostOf(budget) - 1}::int - now())::float8 * 1000 as wait
    from sign_in_budgets where hash = ${hashOf(budget)}`)
  return Math.max(0, found?.wait ?? 0)
}

/** Gives back an attempt that was successful, or that we did not check. */
export const refunds = (budgets: readonly Budget[]): Sql[] =>
  budgets.map(
    (budget) => sql`
      update sign_in_budgets set full_at = full_at - ${seconds(budget)} where hash = ${hashOf(budget)}`,
  )

/** Selects a row if an attempt was left. Two such statements at the same time run one after the other. */
const spent = (budget: Budget): Sql<{ left: boolean }> => sql`
  insert into sign_in_budgets as b (hash, full_at) values (${hashOf(budget)}, now() + ${seconds(budget)})
  on conflict (hash) do update set full_at = greatest(b.full_at + ${seconds(budget)}, excluded.full_at)
    where b.full_at <= now() + ${seconds(budget)} * ${mostOf(budget) - 1}::int
  returning true as left`

const mostOf = ({ of, times = 1 }: Budget) => BUDGETS[of].most * times

const seconds = ({ of, times = 1 }: Budget): Sql => sql`make_interval(secs => ${BUDGETS[of].seconds / times})`

const hashOf = ({ of, whose }: Budget) => hash('sha256', `${of}:${whose}`, 'buffer')
