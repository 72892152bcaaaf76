/** What happens after a failed attempt: either the candidate waits, or the step gives it up with a reason. */
import type { Database } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Step } from '../control/schema.ts'
import { MOST_LOST, queues } from '../leases.ts'
import { noteResult } from '../candidates/activity.ts'
import { afresh, released } from '../candidates/store.ts'
import { MOST_ATTEMPTS, MOST_UNPROVEN, backOff, later, shortened } from '../back-off.ts'
import { Failed, NoEvidence, Unusable } from '../outside/failures.ts'

/** How a step gives a candidate up. Before the review it becomes `FAILED`, after the review it is blocked. */
export const FAILED = { kind: 'FAILED', set: sql`stage = 'FAILED'` } as const
export const BLOCKED = { kind: 'BLOCKED', set: sql`blocked = true` } as const

type GivingUp = typeof FAILED | typeof BLOCKED

interface CandidateAttempts {
  id: string
  attempts: number
  unprovenAttempts: number
}

/** Puts a candidate off. Only the last attempt raises its version, because clients do not see the others. */
export async function tryLater(
  db: Database,
  step: Step,
  token: string,
  { id, attempts, unprovenAttempts }: CandidateAttempts,
  error: unknown,
  giveUp: GivingUp,
): Promise<void> {
  const reason = reasonOf(error)
  const isUnproven = error instanceof NoEvidence
  const isLast = isUnproven ? unprovenAttempts + 1 >= MOST_UNPROVEN : attempts + 1 >= MOST_ATTEMPTS
  if (isLast || error instanceof Unusable) {
    await db.many(giveUpWith(step, giveUp, reason, sql`id = ${id} and lease_token = ${token}`))
    return
  }
  const counted = isUnproven ? sql`unproven_attempts = unproven_attempts + 1` : sql`attempts = attempts + 1`
  const noted = noteResult(step, sql`select id from changed`, {
    kind: 'ATTEMPT_FAILED',
    reason: shortened(reason),
    nextAttemptAt: sql`(select due_at from changed)`,
  })
  await db.many(sql`
    with changed as (
      update candidates set
        ${counted}, service_failures = 0, last_failure = ${shortened(reason)},
        due_at = ${later(backOff(isUnproven ? 1 : attempts + 1))}, ${released}
      where id = ${id} and lease_token = ${token} returning id, due_at)
    ${noted}`)
}

/** Gives up candidates that have lost three leases, because working on them may end the process each time. */
export const lostCandidates = (step: Step, giveUp: GivingUp): Sql =>
  giveUpWith(
    step,
    giveUp,
    'The pipeline stopped three times while it worked on this candidate.',
    sql`i.lease_token is not null and i.lease_until < now() and i.lost_leases + 1 >= ${MOST_LOST} and ${queues[step].where}`,
  )

const giveUpWith = (step: Step, { kind, set }: GivingUp, reason: string, where: Sql): Sql => sql`
  with changed as (
    update candidates i set
      ${set}, failure_reason = ${shortened(reason)}, ${afresh}, ${released},
      version = version + 1, updated_at = now()
    where ${where} returning id)
  ${noteResult(step, sql`select id from changed`, { kind, reason: shortened(reason) })}`

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
