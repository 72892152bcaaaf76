/** One turn of a step: what was lost is looked after, items are claimed, worked on while the lease is renewed, and given back. */
import type { Database } from '../../db/database.ts'
import type { Row, Sql } from '../../db/sql.ts'
import { type Pace, claim, hasBudget, release, renew, suspend, suspendWhereSpent } from '../claims.ts'
import { LEAST_SUSPENSION, SUSPENSION, shortened } from '../failures.ts'
import { Stopped } from '../outside/failures.ts'
import type { Step } from '../pipeline/schema.ts'

/** What every step has at hand. */
export interface Surroundings {
  db: Database
  /** How long an item is a worker's without a sign of life, in milliseconds. */
  lease: number
  /** Tells operators what reviewers can't mend. */
  warn: (message: string, facts: object) => void
  /** Aborted when the process stops: what is under way then is given back. */
  stopping: AbortSignal
}

export interface Held<R extends Row> {
  /** Whatever is written about the items asks whether they still have it. */
  token: string
  items: [R, ...R[]]
  signal: AbortSignal
}

export interface Turn<R extends Row> {
  step: Step
  columns: Sql
  most?: number
  pace?: Pace
  /** Gives up what has lost its lease for the third time. */
  lost: Sql
  work: (held: Held<R>) => Promise<void>
  /** The attempt failed; the items are still held. */
  failed: (held: Held<R>, error: unknown) => Promise<void>
}

/** Answers whether there was something to do. */
export async function take<R extends Row>(turn: Turn<R>, around: Surroundings): Promise<boolean> {
  const { db, lease, warn, stopping } = around
  const { step, columns, most, pace } = turn
  await db.many(turn.lost)
  const { token, items } = await claim<R>(db, step, columns, { most: most ?? 1, lease, pace })
  if (!isSome(items)) {
    if (pace && hasBudget(pace)) await db.many(suspendWhereSpent(step, pace))
    return false
  }
  const gone = new AbortController()
  const renewal = setInterval(() => {
    renew(db, step, token, lease).then(
      (held) => held || gone.abort(new Error('The lease is gone.')),
      (err: unknown) => warn('a lease could not be renewed', { step, err }),
    )
  }, lease / 3)
  renewal.unref()
  const held = { token, items, signal: AbortSignal.any([stopping, gone.signal]) }
  try {
    await turn.work(held)
  } catch (error) {
    if (gone.signal.aborted) return true
    if (stopping.aborted) await db.many(release(step, token))
    else if (error instanceof Stopped) await suspended(db, step, token, error)
    else await turn.failed(held, error)
  } finally {
    clearInterval(renewal)
  }
  return true
}

/** The attempt isn't counted. The step is suspended before its items are free, so that nobody takes them at once. */
async function suspended(db: Database, step: Step, token: string, { reason, until }: Stopped): Promise<void> {
  const now = Date.now()
  const end = new Date(Math.max(until?.getTime() ?? now + SUSPENSION, now + LEAST_SUSPENSION))
  await db.many(suspend(step, end, shortened(reason)))
  await db.many(release(step, token))
}

const isSome = <R>(items: R[]): items is [R, ...R[]] => items.length > 0
