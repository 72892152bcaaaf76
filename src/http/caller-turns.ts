/** Limits the requests that one caller has under way: others wait, so that nobody takes all connections and memory. */
import type { Operation } from './operation.ts'
import { Problem } from './problem.ts'
import type { Query } from './query.ts'
import { Turns } from './turns.ts'

/** A filter may take as long as a statement may run; a large body takes its bytes several times in memory. */
type Costly = 'filtered' | 'large'

export type CallerTurns = Turns<Costly>

/** Seconds that a request waits for its turn. */
export const PATIENCE = 5

export const AT_ONCE = 8
/** Among those at once: more filters would make other callers wait, more large bodies would take their memory. */
export const AT_ONCE_OF = { filtered: 2, large: 4 }
/** An app that fills its screens sends hundreds of requests at once. A waiting one takes some 10 kB. */
export const MOST_WAITING_OF_CALLER = 1_000

export const callerTurns = (): CallerTurns =>
  new Turns<Costly>({
    atOnce: AT_ONCE,
    atOnceOf: AT_ONCE_OF,
    mostWaiting: MOST_WAITING_OF_CALLER,
    patience: PATIENCE * 1000,
    refusal: () =>
      new Problem(
        429,
        'rate-limited',
        `This caller has too many requests under way: ${AT_ONCE} are worked on at once, of them ${AT_ONCE_OF.filtered} with a filter; others wait for ${PATIENCE} seconds at most, and no more than ${MOST_WAITING_OF_CALLER}.`,
        { headers: { 'retry-after': String(PATIENCE) } },
      ),
  })

export function costOf(operation: Operation, query: Query, largeBody: boolean): Costly | undefined {
  if (largeBody) return 'large'
  return operation.handling.kind === 'read' && query.parameters.has('filter') ? 'filtered' : undefined
}
