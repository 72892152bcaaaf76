/** Limits the requests that one caller has under way: others wait, so that nobody takes all connections and memory. */
import { DatabaseUnavailable } from '../../db/unavailable.ts'
import type { Operation } from '../operation/operation.ts'
import { Problem } from '../problem.ts'
import type { Query } from '../query.ts'
import { SHARED_REASONS, Turns, behind } from '../turns/turns.ts'

/** A filter may take as long as a statement may run; a large body takes its bytes several times in memory; a long answer has no end. */
export type Costly = 'filtered' | 'large' | 'long'

export type CallerTurns = Turns<Costly>

/** Seconds that a request waits for its turn. */
export const PATIENCE = 5

export const AT_ONCE = 8
/** Among those at once: more filters would make other callers wait, more large bodies would take their memory. */
export const AT_ONCE_OF = { filtered: 2, large: 4, long: 2 }
/** An app that fills its screens sends hundreds of requests at once. A waiting one takes some 10 kB. */
export const MOST_WAITING_OF_CALLER = 1_000

/** One of several processes has its part of each limit, and at least 1: a caller's connections are spread over all of them. */
export function callerTurns(processes = 1): CallerTurns {
  const part = (limit: number) => Math.max(1, Math.floor(limit / processes))
  const atOnce = part(AT_ONCE)
  const filtered = part(AT_ONCE_OF.filtered)
  const mostWaiting = part(MOST_WAITING_OF_CALLER)
  return new Turns<Costly>({
    atOnce,
    atOnceOf: { filtered, large: part(AT_ONCE_OF.large), long: part(AT_ONCE_OF.long) },
    mostWaiting,
    patience: PATIENCE * 1000,
    refusal: () =>
      new Problem(
        429,
        'rate-limited',
        `This caller has too many requests under way: ${atOnce * processes} are worked on at once, of them ${filtered * processes} with a filter; others wait for ${PATIENCE} seconds at most, and no more than ${mostWaiting * processes}.`,
        { headers: { 'retry-after': String(PATIENCE) } },
      ),
  })
}

/**
 * Those of a caller who wait behind a request that the database does not answer are told so with it: one after the other
 * they would be told after twice the time. A statement that the server itself ended as too slow says nothing of others,
 * and a search nothing of what is none.
 */
export function dismissBehind(
  turns: CallerTurns,
  name: string,
  cost: Costly | undefined,
  error: unknown,
): void {
  if (!(error instanceof DatabaseUnavailable) || !SHARED_REASONS.has(error.reason)) return
  if (error.reason === 'slow' && error.cause !== undefined) return
  turns.dismiss(name, behind(error), cost === 'filtered' ? cost : undefined)
}

export function costOf(operation: Operation, query: Query, largeBody: boolean): Costly | undefined {
  if (largeBody) return 'large'
  if (operation.handling.kind === 'read' && operation.handling.long) return 'long'
  return operation.handling.kind === 'read' && query.parameters.has('filter') ? 'filtered' : undefined
}
