/**
 * Limits guesses at passwords and codes. A budget is a number of attempts that come back one by one. All instances share the
 * budgets through the database: an attempt costs one small upsert, and scrypt costs a hundred times as much.
 */
import { hash } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { networksOf } from '../../http/where-from.ts'

interface Rule {
  /** The number of attempts at first. */
  most: number
  /** The seconds after which one attempt comes back. */
  seconds: number
  /** How many times this budget all strangers together have, if each attempt stores something. */
  everybody?: number
}

const rules = <Name extends string>(given: Record<Name, Rule>): Record<Name, Rule> => given

export const BUDGETS = rules({
  /** For browsers that have not signed in to the account before: 30 attempts at first, then 3 a minute. */
  address: { most: 30, seconds: 20 },
  /**
   * For one account, by its name or its e-mail address, from all such browsers: 10, then 120 an hour. After that nobody is
   * refused; they wait for the next attempt, in turns by network (`name-turns.ts`).
   */
  name: { most: 10, seconds: 30 },
  /** For a browser that has signed in to the account before, so that nobody else locks its owner out. */
  browser: { most: 10, seconds: 60 },
  /** Recovery codes from an address. Nobody guesses 100 bits, so there is no budget for a name, which a stranger could use up. */
  recovery: { most: 10, seconds: 30 },
  /** One-time links and accounts made from an address. */
  join: { most: 20, seconds: 30, everybody: 10 },
  /** Names and e-mail addresses that an account tries to take. */
  detail: { most: 20, seconds: 60 },
  /** Requests from an address that the OAuth endpoints refused, for one client or for all unknown ones: 30, then 6 a minute. */
  client: { most: 30, seconds: 10 },
  /** Codes for devices that an address got: each is a row for ten minutes, and getting one needs no secret. */
  device: { most: 30, seconds: 20, everybody: 50 },
  /** Codes of devices that somebody typed: a code has 34 bits and lives for ten minutes. */
  deviceCode: { most: 20, seconds: 30 },
  /** Requests of apps for access, in a browser: each is a row of up to 10 kB for half an hour, and making one needs no secret. */
  question: { most: 200, seconds: 2, everybody: 20 },
  /** Recorded failures with unknown names. */
  unknown: { most: 6, seconds: 600, everybody: 100 },
  /** Recorded failures with passkeys; the attempts themselves are not limited. */
  passkey: { most: 20, seconds: 60 },
})

export interface Budget {
  of: keyof typeof BUDGETS
  /** The address or network, the name as typed, the browser's id, or the account. */
  whose: string
  /** Multiplies the attempts in `BUDGETS`, and how fast they come back; 1 by default. */
  times?: number
}

/**
 * The cost of a stranger's attempt: one of their address, and one of each wider network, because a home has 256 networks of IPv6
 * and a site 65,536. A home has twice the attempts of an address, a site four times; a /24 of IPv4 is a site.
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

/** Takes one attempt from each budget. If one of them is used up, it takes none and returns false. */
export async function spend(db: Queryable, budgets: readonly Budget[]): Promise<boolean> {
  const rows = await Promise.all(budgets.map((budget) => db.maybe(spent(budget))))
  const taken = budgets.filter((_, at) => rows[at] !== undefined)
  if (taken.length === budgets.length) return true
  await Promise.all(refunds(taken).map((refund) => db.many(refund)))
  return false
}

/** Does the work that `spend` paid for. If there is no answer, as with a 503, it gives the attempts back. */
export async function atCost<T>(
  db: Queryable,
  budgets: readonly Budget[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // If the database is away, the refunds fail too; the caller must get the first error.
    await Promise.all(refunds(budgets).map((refund) => db.many(refund))).catch(() => {})
    throw error
  }
}

/** The time until the next attempt comes back, in milliseconds. */
export async function comesBack(db: Queryable, budget: Budget): Promise<number> {
  const found = await db.maybe(sql<{ wait: number }>`
    select extract(epoch from full_at - ${seconds(budget)} * ${mostOf(budget) - 1}::int - now())::float8 * 1000 as wait
    from sign_in_budgets where hash = ${hashOf(budget)}`)
  return Math.max(0, found?.wait ?? 0)
}

/** Gives the attempts back: for one that succeeded, or that we did not look at. */
export const refunds = (budgets: readonly Budget[]): Sql[] =>
  budgets.map(
    (budget) => sql`
      update sign_in_budgets set full_at = full_at - ${seconds(budget)} where hash = ${hashOf(budget)}`,
  )

/** Selects one row if there was an attempt left. Two at once wait for each other. */
const spent = (budget: Budget): Sql<{ left: boolean }> => sql`
  insert into sign_in_budgets as b (hash, full_at) values (${hashOf(budget)}, now() + ${seconds(budget)})
  on conflict (hash) do update set full_at = greatest(b.full_at + ${seconds(budget)}, excluded.full_at)
    where b.full_at <= now() + ${seconds(budget)} * ${mostOf(budget) - 1}::int
  returning true as left`

const mostOf = ({ of, times = 1 }: Budget) => BUDGETS[of].most * times

const seconds = ({ of, times = 1 }: Budget): Sql => sql`make_interval(secs => ${BUDGETS[of].seconds / times})`

const hashOf = ({ of, whose }: Budget) => hash('sha256', `${of}:${whose}`, 'buffer')
