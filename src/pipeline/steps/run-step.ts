/**
 * One round of a step. It leases items, renews the lease while it works on them, and gives back the items that it has not
 * finished.
 */
import type { Database } from '../../db/database.ts'
import { type Row, type Sql, sql } from '../../db/sql.ts'
import {
  MOST_FAILURES,
  type Pace,
  leaseItems,
  countFailure,
  noteFailure,
  noteSuccess,
  endFailures,
  hasBudget,
  putOff,
  release,
  renew,
  suspend,
  suspendWhereSpent,
} from '../leases.ts'
import { LEAST_SUSPENSION, SUSPENSION, shortened } from '../back-off.ts'
import { Down, Failed, NoEvidence, Stopped, Unusable } from '../outside/failures.ts'
import type { Step } from '../control/schema.ts'
import { reasonOf } from './attempts.ts'
import { wake } from '../wake.ts'

export interface StepContext {
  db: Database
  /** In milliseconds: how long a lease lasts if the worker does not renew it. */
  lease: number
  /** Logs a problem that operators must solve, because reviewers cannot. */
  warn: (message: string, facts: object) => void
  /** Aborted when the process stops. Then the step gives its items back. */
  stopping: AbortSignal
}

export interface Lease<R extends Row> {
  token: string
  items: [R, ...R[]]
  signal: AbortSignal
  /** All calls to the step's service must go through this function, because each answer ends an outage. */
  ask: <T>(call: () => Promise<T>) => Promise<T>
}

interface StepWork<R extends Row> {
  step: Step
  columns: Sql
  most?: number
  pace?: Pace
  /** A statement that gives up items which have lost their third lease. */
  lost: Sql
  work: (lease: Lease<R>) => Promise<void>
  /** Called after a failed attempt. The worker still has the lease. */
  failed: (lease: Lease<R>, error: unknown) => Promise<void>
  /** Set if a failure concerns several items together. From then on, the service is asked about each of them alone. */
  apart?: Sql
}

export async function runStep<R extends Row>(task: StepWork<R>, context: StepContext): Promise<boolean> {
  const { db, lease, warn, stopping } = context
  const { step, columns, most, pace } = task
  await db.many(task.lost)
  const { token, items } = await leaseItems<R>(db, step, columns, { most: most ?? 1, lease, pace })
  if (!isSome(items)) {
    if (pace && hasBudget(pace)) await db.many(suspendWhereSpent(step, pace))
    return false
  }
  const gone = new AbortController()
  const renewal = setInterval(() => {
    renew(db, step, token, lease).then(
      (isOurs) => isOurs || gone.abort(new Error('The lease is gone.')),
      (err: unknown) => warn('a lease could not be renewed', { step, err }),
    )
  }, lease / 3)
  renewal.unref()
  const leased: Lease<R> = {
    token,
    items,
    signal: AbortSignal.any([stopping, gone.signal]),
    ask: (call) => askService(call, step, context),
  }
  try {
    await task.work(leased)
    await db.many(noteSuccess(step))
  } catch (error) {
    if (gone.signal.aborted) return true
    if (stopping.aborted) await db.many(release(step, token))
    else if (error instanceof Stopped) await suspendStep(db, step, token, error)
    else if (error instanceof Down) await putOffItems(leased, task, context, error)
    else {
      await task.failed(leased, error)
      await db.many(noteFailure(step, shortened(reasonOf(error))))
    }
  } finally {
    clearInterval(renewal)
  }
  return true
}

/**
 * Suspends the step, and then releases its items: in the other order, a worker could lease them again at once. The attempt does
 * not count.
 */
async function suspendStep(
  db: Database,
  step: Step,
  token: string,
  { reason, until }: Stopped,
): Promise<void> {
  const now = Date.now()
  const end = new Date(Math.max(until?.getTime() ?? now + SUSPENSION, now + LEAST_SUSPENSION))
  await db.many(suspend(step, end, shortened(reason)))
  await db.many(noteFailure(step, shortened(reason)))
  await db.many(release(step, token))
}

/** Calls the service. Each answer ends an outage, even if it is an error about this item. A request to wait does not. */
async function askService<T>(call: () => Promise<T>, step: Step, context: StepContext): Promise<T> {
  try {
    const answer = await call()
    await endOutage(step, context)
    return answer
  } catch (error) {
    const isAnswer = error instanceof Failed || error instanceof Unusable || error instanceof NoEvidence
    if (isAnswer) await endOutage(step, context)
    throw error
  }
}

async function endOutage(step: Step, { db, warn }: StepContext): Promise<void> {
  const was = await db.maybe(endFailures(step))
  if (was === undefined || was.failures < MOST_FAILURES) return
  warn('a service of the pipeline answers again', { step })
  await db.many(wake)
}

/** Releases the items without counting the attempt. At the third failure in a row, the step is suspended first. */
async function putOffItems<R extends Row>(
  { token, items }: Lease<R>,
  { step, apart }: StepWork<R>,
  { db, warn }: StepContext,
  error: Down,
): Promise<void> {
  const reason = shortened(error.reason)
  const outage = await db.maybe(countFailure(step, reason))
  if (outage?.failures === MOST_FAILURES)
    warn('a service of the pipeline is down; its step waits', { step, reason, until: outage.until })
  await db.many(noteFailure(step, reason))
  const isFirst = outage?.failures === 1 && items.length > 1
  await db.many(putOff(step, token, reason, apart && isFirst ? sql`, ${apart}` : undefined))
}

const isSome = <R>(items: R[]): items is [R, ...R[]] => items.length > 0
