/** What one caller may have under way: so many requests at once, and others wait, so that nobody takes all there is. */
import { DatabaseUnavailable } from '../db/unavailable.ts'
import type { Operation } from './operation.ts'
import { Problem } from './problem.ts'
import type { Query } from './query.ts'
import { AILING, Turns, behind } from './turns.ts'

/** A filter may cost as long as a statement may take, a large body its bytes several times over. */
export type Costly = 'filtered' | 'large'

export type CallerTurns = Turns<Costly>

/** Seconds that a request waits for its turn. */
export const PATIENCE = 5

export const AT_ONCE = 8
/** Within those at once: more filters would keep other callers' waiting, more large bodies take their memory. */
export const AT_ONCE_OF = { filtered: 2, large: 4 }
/** Hundreds of requests sent at once are an app that fills its screens; one that waits takes some 10 kB. */
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
  if (!(error instanceof DatabaseUnavailable) || !AILING.has(error.reason)) return
  if (error.reason === 'slow' && error.cause !== undefined) return
  turns.dismiss(name, behind(error), cost === 'filtered' ? cost : undefined)
}

export function costOf(operation: Operation, query: Query, largeBody: boolean): Costly | undefined {
  if (largeBody) return 'large'
  return operation.handling.kind === 'read' && query.parameters.has('filter') ? 'filtered' : undefined
}
