/**
 * Limits how often somebody may guess a password or a code. A budget is a number of attempts that come back one by one. All
 * instances share the budgets through the database: an attempt costs one small upsert, and scrypt a hundred times that.
 */
import { hash } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** How many attempts there are at first, and after how many seconds one comes back. */
export const BUDGETS = {
  /** Of browsers that have not signed in to the account before: 30, then 3 a minute. */
  address: { most: 30, seconds: 20 },
  /** For one name from all such browsers: 10, then 40 an hour. */
  name: { most: 10, seconds: 90 },
  /** Of a browser that has signed in to the account before, so that nobody else locks its owner out. */
  browser: { most: 10, seconds: 60 },
  /** Recovery codes from an address; nobody guesses 100 bits, so the name has no budget that a stranger could use up. */
  recovery: { most: 10, seconds: 30 },
  /** One-time links and accounts made from an address. */
  join: { most: 20, seconds: 30 },
  /** Names and addresses that an account tries to take. */
  detail: { most: 20, seconds: 60 },
  /** Requests of one client, or of unknown ones, from an address that its OAuth endpoints refused: 30, then 6 a minute. */
  client: { most: 30, seconds: 10 },
  /** Codes for devices that an address got: each is a row for ten minutes, and needs no secret. */
  device: { most: 30, seconds: 20 },
  /** Codes of devices that somebody typed: they have 34 bits and live for ten minutes. */
  deviceCode: { most: 20, seconds: 30 },
  /** What apps ask for in a browser: each is a row of up to 10 kB for half an hour, and needs no secret. */
  question: { most: 200, seconds: 2 },
  /** Failures with passkeys that are put on record; the attempts themselves are not limited. */
  passkey: { most: 20, seconds: 60 },
} as const

export interface Budget {
  of: keyof typeof BUDGETS
  /** The address, the name as typed, the browser's id, or the account. */
  whose: string
}

/** Takes one attempt from each budget; false if one of them is used up. */
export async function spend(db: Queryable, budgets: readonly Budget[]): Promise<boolean> {
  const rows = await Promise.all(budgets.map((budget) => db.maybe(spent(budget))))
  return rows.every((row) => row !== undefined)
}

/** Gives back what an attempt took that succeeded. */
export const refunds = (budgets: readonly Budget[]): Sql[] =>
  budgets.map(
    (budget) => sql`
      update sign_in_budgets set full_at = full_at - ${seconds(budget)} where hash = ${hashOf(budget)}`,
  )

/** One row if there was an attempt left. Two at once wait for one another. */
const spent = (budget: Budget): Sql<{ left: boolean }> => sql`
  insert into sign_in_budgets as b (hash, full_at) values (${hashOf(budget)}, now() + ${seconds(budget)})
  on conflict (hash) do update set full_at = greatest(b.full_at + ${seconds(budget)}, excluded.full_at)
    where b.full_at <= now() + ${seconds(budget)} * ${BUDGETS[budget.of].most - 1}::int
  returning true as left`

const seconds = ({ of }: Budget): Sql => sql`make_interval(secs => ${BUDGETS[of].seconds})`

const hashOf = ({ of, whose }: Budget) => hash('sha256', `${of}:${whose}`, 'buffer')
