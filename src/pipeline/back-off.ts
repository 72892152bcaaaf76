/** How often a step tries again, and how long it waits in between. */
import { type Sql, sql } from '../db/sql.ts'

/** The fifth failed attempt is the last one. */
export const MOST_ATTEMPTS = 5
/** The third interpretation without evidence in the texts is the last one. */
export const MOST_UNPROVEN = 3

/** After the first, second, and each further failed attempt, in milliseconds. */
const PAUSES = [30_000, 120_000, 600_000]

/** Up to a fifth later, so that items that failed together aren't tried again together. */
export function backOff(attempts: number): number {
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0
  return Math.round(pause * (1 + Math.random() / 5))
}

/** When the service didn't say how long to wait, in milliseconds. */
export const SUSPENSION = 300_000
/** Even when the service says that it is ready now, so that we don't ask it without end. */
export const LEAST_SUSPENSION = 1_000

export const later = (milliseconds: number): Sql =>
  sql`now() + ${milliseconds}::int * interval '1 millisecond'`

/** Reviewers read reasons, and a service may say more than they need. */
export const LONGEST_REASON = 1_000

export const shortened = (reason: string): string =>
  reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON - 1)}…` : reason
