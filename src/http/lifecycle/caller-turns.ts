/** Limits how many requests of a caller run at once, so that nobody takes all connections and memory. The others wait. */
import { DatabaseUnavailable } from '../../db/unavailable.ts'
import type { Operation } from '../operation/operation.ts'
import { Problem } from '../problem.ts'
import type { Query } from '../query.ts'
import { SHARED_REASONS, Turns, behind } from '../turns/turns.ts'

/**
 * The kinds of requests with a lower limit: a filter can take as long as a statement is allowed to run, a large body takes
 * several times its bytes in memory, and a long answer ends when its reader has it.
 */
export type Costly = 'filtered' | 'large' | 'long'

export type CallerTurns = Turns<Costly>

/** The longest wait for a turn, in seconds. */
export const PATIENCE = 5

export const AT_ONCE = 8
/** The limits inside `AT_ONCE`: more filters would make other callers wait, and more large bodies would take their memory. */
export const AT_ONCE_OF = { filtered: 2, large: 4, long: 2 }
/** An app that fills its screens sends hundreds of requests at once. A waiting request takes some 10 kB. */
export const MOST_WAITING_OF_CALLER = 1_000

/**
 * Each of several processes has its share of every limit, at least 1, because a caller's connections are spread over all
 * processes.
 */
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
 * If the database does not answer a request, the waiting requests of the same caller fail with it; otherwise they would fail only
 * after a second timeout. If the server ended one statement as too slow, the others can still succeed. A search that failed ends
 * only other searches.
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
