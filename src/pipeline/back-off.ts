/** How often a step tries again, and how long it waits in between. */
import { type Sql, sql } from '../db/sql.ts'

/** The fifth failed attempt is the last one. */
export const MOST_ATTEMPTS = 5
/** The third interpretation without evidence in the texts is the last one. */
export const MOST_UNPROVEN = 3

/** The wait after the first, second, and each further failed attempt, in milliseconds. */
const PAUSES = [30_000, 120_000, 600_000]

/** Adds up to a fifth to each wait, so that items that failed together aren't tried again together. */
export function backOff(attempts: number): number {
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0
  return Math.round(pause * (1 + Math.random() / 5))
}

/** The wait when the service didn't say how long to wait, in milliseconds. */
export const SUSPENSION = 300_000
/** The shortest wait, even when the service says that it is ready now: otherwise we could ask it without end. */
export const LEAST_SUSPENSION = 1_000

export const later = (milliseconds: number): Sql =>
  sql`now() + ${milliseconds}::int * interval '1 millisecond'`

/** The most characters of a reason. Reviewers read reasons, and a service might say more than they need. */
const LONGEST_REASON = 1_000

export const shortened = (reason: string): string =>
  reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON - 1)}…` : reason
