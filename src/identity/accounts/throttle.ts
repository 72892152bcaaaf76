/**
 * Limits how often somebody may guess a password or a code. A budget is a number of attempts that come back one by one. All
 * instances share the budgets through the database: an attempt costs one small upsert, and scrypt a hundred times that.
 */
import { hash } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { networksOf } from '../../http/where-from.ts'

interface Rule {
  /** How many attempts there are at first. */
  most: number
  /** After how many seconds one comes back. */
  seconds: number
  /** How many times as much all strangers together have: of what each attempt stores. */
  everybody?: number
}

const rules = <Name extends string>(given: Record<Name, Rule>): Record<Name, Rule> => given

export const BUDGETS = rules({
  /** Of browsers that have not signed in to the account before: 30, then 3 a minute. */
  address: { most: 30, seconds: 20 },
  /**
   * For one account, by its name or its e-mail address, from all such browsers: 10, then 120 an hour. Whoever comes then is
   * not refused; they wait for the next one, in turns by network (`name-turns.ts`).
   */
  name: { most: 10, seconds: 30 },
  /** Of a browser that has signed in to the account before, so that nobody else locks its owner out. */
  browser: { most: 10, seconds: 60 },
  /** Recovery codes from an address; nobody guesses 100 bits, so the name has no budget that a stranger could use up. */
  recovery: { most: 10, seconds: 30 },
  /** One-time links and accounts made from an address. */
  join: { most: 20, seconds: 30, everybody: 10 },
  /** Names and addresses that an account tries to take. */
  detail: { most: 20, seconds: 60 },
  /** Requests of one client, or of unknown ones, from an address that its OAuth endpoints refused: 30, then 6 a minute. */
  client: { most: 30, seconds: 10 },
  /** Codes for devices that an address got: each is a row for ten minutes, and needs no secret. */
  device: { most: 30, seconds: 20, everybody: 50 },
  /** Codes of devices that somebody typed: they have 34 bits and live for ten minutes. */
  deviceCode: { most: 20, seconds: 30 },
  /** What apps ask for in a browser: each is a row of up to 10 kB for half an hour, and needs no secret. */
  question: { most: 200, seconds: 2, everybody: 20 },
  /** Failures with names that nobody has, which are put on record. */
  unknown: { most: 6, seconds: 600, everybody: 100 },
  /** Failures with passkeys that are put on record; the attempts themselves are not limited. */
  passkey: { most: 20, seconds: 60 },
})

export interface Budget {
  of: keyof typeof BUDGETS
  /** The address or network, the name as typed, the browser's id, or the account. */
  whose: string
  /** How many times the attempts of `BUDGETS` there are, and how many times as fast they come back; by default 1. */
  times?: number
}

/**
 * What an attempt of a stranger costs: one of their address, and one of each wider network, as a home line has 256 networks
 * of IPv6 and a site 65,536. A home has twice what an address has, a site four times; a /24 of IPv4 is a site.
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

/** Takes one attempt from each budget; false if one of them is used up, and then it takes none. */
export async function spend(db: Queryable, budgets: readonly Budget[]): Promise<boolean> {
  const rows = await Promise.all(budgets.map((budget) => db.maybe(spent(budget))))
  const taken = budgets.filter((_, at) => rows[at] !== undefined)
  if (taken.length === budgets.length) return true
  await Promise.all(refunds(taken).map((refund) => db.many(refund)))
  return false
}

/** Does what was paid for by `spend`; who is sent away without an answer, as a 503 does, gets it back. */
export async function atCost<T>(
  db: Queryable,
  budgets: readonly Budget[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Where the database is away, the budget cannot be mended, and the caller shall hear of the first failure.
    await Promise.all(refunds(budgets).map((refund) => db.many(refund))).catch(() => {})
    throw error
  }
}

/** When the next attempt comes back, in milliseconds. */
export async function comesBack(db: Queryable, budget: Budget): Promise<number> {
  const found = await db.maybe(sql<{ wait: number }>`
    select extract(epoch from full_at - ${seconds(budget)} * ${mostOf(budget) - 1}::int - now())::float8 * 1000 as wait
    from sign_in_budgets where hash = ${hashOf(budget)}`)
  return Math.max(0, found?.wait ?? 0)
}

/** Gives back what an attempt took that succeeded, or that was not looked at. */
export const refunds = (budgets: readonly Budget[]): Sql[] =>
  budgets.map(
    (budget) => sql`
      update sign_in_budgets set full_at = full_at - ${seconds(budget)} where hash = ${hashOf(budget)}`,
  )

/** One row if there was an attempt left. Two at once wait for one another. */
const spent = (budget: Budget): Sql<{ left: boolean }> => sql`
  insert into sign_in_budgets as b (hash, full_at) values (${hashOf(budget)}, now() + ${seconds(budget)})
  on conflict (hash) do update set full_at = greatest(b.full_at + ${seconds(budget)}, excluded.full_at)
    where b.full_at <= now() + ${seconds(budget)} * ${mostOf(budget) - 1}::int
  returning true as left`

const mostOf = ({ of, times = 1 }: Budget) => BUDGETS[of].most * times

const seconds = ({ of, times = 1 }: Budget): Sql => sql`make_interval(secs => ${BUDGETS[of].seconds / times})`

const hashOf = ({ of, whose }: Budget) => hash('sha256', `${of}:${whose}`, 'buffer')
