/** What becomes of a candidate whose attempt failed: it waits, or is given up with a reason. */
import type { Database } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { MOST_LOST } from '../leases.ts'
import { afresh, released } from '../candidates/store.ts'
import { MOST_ATTEMPTS, MOST_UNPROVEN, backOff, later, shortened } from '../back-off.ts'
import { Failed, NoEvidence, Unusable } from '../outside/failures.ts'

/** How a step gives a candidate up: reviewed candidates stay approved, and wait for a person. */
export const FAILED = sql`stage = 'FAILED'`
export const BLOCKED = sql`blocked = true`

interface Tried {
  id: string
  attempts: number
  unprovenAttempts: number
}

/** By what the error is. Only what can be seen changes the ETag: that it was given up. */
export async function tryLater(
  db: Database,
  token: string,
  { id, attempts, unprovenAttempts }: Tried,
  error: unknown,
  giveUp: Sql,
): Promise<void> {
  const reason = reasonOf(error)
  const isUnproven = error instanceof NoEvidence
  const isLast = isUnproven ? unprovenAttempts + 1 >= MOST_UNPROVEN : attempts + 1 >= MOST_ATTEMPTS
  if (isLast || error instanceof Unusable) {
    await db.many(given(giveUp, reason, sql`id = ${id} and lease_token = ${token}`))
    return
  }
  const counted = isUnproven ? sql`unproven_attempts = unproven_attempts + 1` : sql`attempts = attempts + 1`
  await db.many(sql`
    update candidates set
      ${counted}, service_failures = 0, last_failure = ${shortened(reason)},
      due_at = ${later(backOff(isUnproven ? 1 : attempts + 1))}, ${released}
    where id = ${id} and lease_token = ${token}`)
}

/** Whatever works on it ends the process: a third time isn't risked again. */
export const lostCandidates = (where: Sql, giveUp: Sql): Sql =>
  given(
    giveUp,
    'The pipeline stopped three times while it worked on this candidate.',
    sql`i.lease_token is not null and i.lease_until < now() and i.lost_leases + 1 >= ${MOST_LOST} and ${where}`,
  )

const given = (giveUp: Sql, reason: string, where: Sql): Sql => sql`
  update candidates i set
    ${giveUp}, failure_reason = ${shortened(reason)}, ${afresh}, ${released},
    version = version + 1, updated_at = now()
  where ${where}`

/** What isn't foreseen says nothing to a reviewer; operators find it in the log. */
export function reasonOf(error: unknown): string {
  const isTold = error instanceof Failed || error instanceof Unusable || error instanceof NoEvidence
  return isTold ? error.reason : 'The step failed unexpectedly; its operators can find the cause in the log.'
}

export const isForeseen = (error: unknown): boolean =>
  error instanceof Failed || error instanceof Unusable || error instanceof NoEvidence
