/** What happens after a failed attempt: either the candidate waits, or the step gives it up with a reason. */
import type { Database } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { MOST_LOST } from '../leases.ts'
import { afresh, released } from '../candidates/store.ts'
import { MOST_ATTEMPTS, MOST_UNPROVEN, backOff, later, shortened } from '../back-off.ts'
import { Failed, NoEvidence, Unusable } from '../outside/failures.ts'

/** How a step gives a candidate up. Before the review it becomes `FAILED`, after the review it is blocked. */
export const FAILED = sql`stage = 'FAILED'`
export const BLOCKED = sql`blocked = true`

interface CandidateAttempts {
  id: string
  attempts: number
  unprovenAttempts: number
}

/** Puts a candidate off. Only the last attempt raises its version, because clients do not see the others. */
export async function tryLater(
  db: Database,
  token: string,
  { id, attempts, unprovenAttempts }: CandidateAttempts,
  error: unknown,
  giveUp: Sql,
): Promise<void> {
  const reason = reasonOf(error)
  const isUnproven = error instanceof NoEvidence
  const isLast = isUnproven ? unprovenAttempts + 1 >= MOST_UNPROVEN : attempts + 1 >= MOST_ATTEMPTS
  if (isLast || error instanceof Unusable) {
    await db.many(giveUpWith(giveUp, reason, sql`id = ${id} and lease_token = ${token}`))
    return
  }
  const counted = isUnproven ? sql`unproven_attempts = unproven_attempts + 1` : sql`attempts = attempts + 1`
  await db.many(sql`
    update candidates set
      ${counted}, service_failures = 0, last_failure = ${shortened(reason)},
      due_at = ${later(backOff(isUnproven ? 1 : attempts + 1))}, ${released}
    where id = ${id} and lease_token = ${token}`)
}

/** Gives up candidates that have lost three leases, because working on them may end the process each time. */
export const lostCandidates = (where: Sql, giveUp: Sql): Sql =>
  giveUpWith(
    giveUp,
    'The pipeline stopped three times while it worked on this candidate.',
    sql`i.lease_token is not null and i.lease_until < now() and i.lost_leases + 1 >= ${MOST_LOST} and ${where}`,
  )

const giveUpWith = (giveUp: Sql, reason: string, where: Sql): Sql => sql`
  update candidates i set
    ${giveUp}, failure_reason = ${shortened(reason)}, ${afresh}, ${released},
    version = version + 1, updated_at = now()
  where ${where}`

/**
 * The reason of a failure. The text of an unexpected error is hidden from reviewers, who could do nothing with it. Operators find
 * it in the log.
 */
export function reasonOf(error: unknown): string {
  const isTold = error instanceof Failed || error instanceof Unusable || error instanceof NoEvidence
  return isTold ? error.reason : 'The step failed unexpectedly; its operators can find the cause in the log.'
}

export const isForeseen = (error: unknown): boolean =>
  error instanceof Failed || error instanceof Unusable || error instanceof NoEvidence
