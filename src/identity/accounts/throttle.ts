/** Limits guesses at passwords and codes. All instances share the budgets. An attempt costs one small upsert. */
import { hash } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { networksOf } from '../../http/where-from.ts'

interface Rule {
  /** The number of attempts in a full budget. */
  most: number
  /** After this number of seconds, one attempt comes back. */
  seconds: number
  /** How many budgets all strangers together can have. Each takes a row, so their number must be limited. */
  everybody?: number
}

const rules = <Name extends string>(given: Record<Name, Rule>): Record<Name, Rule> => given

export const BUDGETS = rules({
  /** Guesses at one account from one address, in browsers that have never signed in to the account. */
  address: { most: 30, seconds: 20 },
  /**
   * Guesses at one account from all browsers that have never signed in to it. If no attempts are left, people are not refused but
   * wait (`name-turns.ts`).
   */
  name: { most: 10, seconds: 30 },
  /**
   * Guesses from a browser that has signed in to the account before. Because of this budget, strangers cannot lock the owner out.
   */
  browser: { most: 10, seconds: 60 },
  /**
   * Tries of recovery codes from one address. Nobody guesses 100 bits, so there is no budget for each name: with it, strangers
   * could lock owners out.
   */
  recovery: { most: 10, seconds: 30 },
  join: { most: 20, seconds: 30, everybody: 10 },
  /** Tries from one address of secrets that belong to no valid invitation. */
  invitation: { most: 30, seconds: 20 },
  detail: { most: 20, seconds: 60 },
  /** Mails that verify an address: as many as one person asks for, and as many as go to one address. */
  verification: { most: 5, seconds: 1_800 },
  /** Requests for a link by mail. Each takes a small row, until the background work reads it. */
  mailQuestion: { most: 10, seconds: 60, everybody: 20 },
  /** Links to sign in, mailed to one address and for one account: never more than 3 in an hour. */
  mailedLink: { most: 2, seconds: 2_400 },
  /** Invitations that one person sends by mail: never more than 10 in an hour. */
  mailedInvitation: { most: 8, seconds: 1_800 },
  /** The same for a day: never more than 30. All people together have a larger budget. */
  mailedInvitations: { most: 15, seconds: 5_760 },
  /** Invitations mailed to one address: never more than 3 in a day. */
  invitedAddress: { most: 2, seconds: 86_400 },
  /** Browsers that a person registers for push messages. */
  push: { most: 40, seconds: 60 },
  /** Attempts of one client from one address. All unknown clients share one budget. */
  client: { most: 30, seconds: 10 },
  /** Requests for device codes. They need no secret, and each takes a row for ten minutes. */
  device: { most: 30, seconds: 20, everybody: 50 },
  /** Guesses at device codes. A code has 34 bits and works for ten minutes. */
  deviceCode: { most: 20, seconds: 30 },
  /** Authorization requests by apps. They need no secret, and each takes a row of up to 10 kB for half an hour. */
  question: { most: 200, seconds: 2, everybody: 20 },
  /** How many failed attempts with unknown names are written into the audit. Other budgets limit the attempts. */
  unknown: { most: 6, seconds: 600, everybody: 100 },
  /** How many failed attempts with passkeys are written into the audit. The attempts themselves have no limit. */
  passkey: { most: 20, seconds: 60 },
})

export interface Budget {
  of: keyof typeof BUDGETS
  /** Whose budget this is: an address, network, name, browser or account. */
  whose: string
  /** How many times larger and faster than usual this budget is. Without it, 1. */
  times?: number
}

/**
 * The budgets of an address and of the networks around it, because a home has 256 IPv6 networks. A wider network has more
 * attempts.
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

/** Takes an attempt from each budget. If any budget has none left, takes nothing and returns false. */
export async function spend(db: Queryable, budgets: readonly Budget[]): Promise<boolean> {
  const rows = await Promise.all(budgets.map((budget) => db.maybe(spent(budget))))
  const taken = budgets.filter((_, at) => rows[at] !== undefined)
  if (taken.length === budgets.length) return true
  await Promise.all(refunds(taken).map((refund) => db.many(refund)))
  return false
}

/**
 * Does the work for which `spend` took the attempts. If the work has no result, for example because of a 503, the attempts are
 * given back.
 */
export async function atCost<T>(
  db: Queryable,
  budgets: readonly Budget[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // If the database is away, giving back fails too. The caller must get the error that came first.
    await Promise.all(refunds(budgets).map((refund) => db.many(refund))).catch(() => {})
    throw error
  }
}

/** In how many milliseconds the budget has one more attempt. */
export async function comesBack(db: Queryable, budget: Budget): Promise<number> {
  const found = await db.maybe(sql<{ wait: number }>`
    select extract(epoch from full_at - ${seconds(budget)} * ${mostOf(budget) - 1}::int - now())::float8 * 1000 as wait
    from sign_in_budgets where hash = ${hashOf(budget)}`)
  return Math.max(0, found?.wait ?? 0)
}

/** Gives an attempt back: it was successful, or it was never checked. */
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
