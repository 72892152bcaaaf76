/** One turn of a step: what was lost is looked after, items are claimed, worked on while the lease is renewed, and given back. */
import type { Database } from '../../db/database.ts'
import { type Row, type Sql, sql } from '../../db/sql.ts'
import {
  MOST_FAILURES,
  type Pace,
  leaseItems,
  countFailure,
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
import { wake } from '../wake.ts'

/** What every step has at hand. */
export interface StepContext {
  db: Database
  /** How long an item is a worker's without a sign of life, in milliseconds. */
  lease: number
  /** Tells operators what reviewers can't mend. */
  warn: (message: string, facts: object) => void
  /** Aborted when the process stops: what is under way then is given back. */
  stopping: AbortSignal
}

export interface Leased<R extends Row> {
  /** Whatever is written about the items asks whether they still have it. */
  token: string
  items: [R, ...R[]]
  signal: AbortSignal
  /** Every call of the step's service goes through here: one that is answered ends an outage. */
  ask: <T>(call: () => Promise<T>) => Promise<T>
}

export interface StepWork<R extends Row> {
  step: Step
  columns: Sql
  most?: number
  pace?: Pace
  /** Gives up what has lost its lease for the third time. */
  lost: Sql
  work: (held: Leased<R>) => Promise<void>
  /** The attempt failed; the items are still held. */
  failed: (held: Leased<R>, error: unknown) => Promise<void>
  /** What is set of several items when the service failed on them together, so that the next time each is asked for by itself. */
  apart?: Sql
}

/** Answers whether there was something to do. */
export async function runStep<R extends Row>(turn: StepWork<R>, around: StepContext): Promise<boolean> {
  const { db, lease, warn, stopping } = around
  const { step, columns, most, pace } = turn
  await db.many(turn.lost)
  const { token, items } = await leaseItems<R>(db, step, columns, { most: most ?? 1, lease, pace })
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
  const held: Leased<R> = {
    token,
    items,
    signal: AbortSignal.any([stopping, gone.signal]),
    ask: (call) => asked(call, step, around),
  }
  try {
    await turn.work(held)
  } catch (error) {
    if (gone.signal.aborted) return true
    if (stopping.aborted) await db.many(release(step, token))
    else if (error instanceof Stopped) await suspended(db, step, token, error)
    else if (error instanceof Down) await failing(held, turn, around, error)
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

/** The service has answered, be it with what can't be used of this item. One that asks to wait has not been seen to work. */
async function asked<T>(call: () => Promise<T>, step: Step, around: StepContext): Promise<T> {
  try {
    const answer = await call()
    await working(step, around)
    return answer
  } catch (error) {
    const isAnswer = error instanceof Failed || error instanceof Unusable || error instanceof NoEvidence
    if (isAnswer) await working(step, around)
    throw error
  }
}

async function working(step: Step, { db, warn }: StepContext): Promise<void> {
  const was = await db.maybe(endFailures(step))
  if (was === undefined || was.failures < MOST_FAILURES) return
  warn('a service of the pipeline answers again', { step })
  await db.many(wake)
}

/** The items aren't charged. The step is suspended before they are free, so that nobody takes them at once. */
async function failing<R extends Row>(
  { token, items }: Leased<R>,
  { step, apart }: StepWork<R>,
  { db, warn }: StepContext,
  error: Down,
): Promise<void> {
  const reason = shortened(error.reason)
  const outage = await db.maybe(countFailure(step, reason))
  if (outage?.failures === MOST_FAILURES)
    warn('a service of the pipeline is down; its step waits', { step, reason, until: outage.until })
  const isFirst = outage?.failures === 1 && items.length > 1
  await db.many(putOff(step, token, reason, apart && isFirst ? sql`, ${apart}` : undefined))
}

const isSome = <R>(items: R[]): items is [R, ...R[]] => items.length > 0
