/** How often a step tries again, and how long it waits in between. */
import { type Sql, sql } from '../db/sql.ts'

export const MOST_ATTEMPTS = 5
export const MOST_UNPROVEN = 3

/** In milliseconds: the pause after the first failed attempt, after the second, and after each further one. */
const PAUSES = [30_000, 120_000, 600_000]

/**
 * The wait until the next attempt. It is up to a fifth longer than the pause, so that items which failed together are not tried
 * together again.
 */
export function backOff(attempts: number): number {
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0
  return Math.round(pause * (1 + Math.random() / 5))
}

/** In milliseconds: how long a step waits if its service does not say how long. */
export const SUSPENSION = 300_000
/** In milliseconds: the shortest wait, even if the service is ready earlier. */
export const LEAST_SUSPENSION = 1_000

export const later = (milliseconds: number): Sql =>
  sql`now() + ${milliseconds}::int * interval '1 millisecond'`

/** In characters. Reviewers read these reasons, and services may send long texts. */
const LONGEST_REASON = 1_000

export const shortened = (reason: string): string =>
  reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON - 1)}…` : reason
