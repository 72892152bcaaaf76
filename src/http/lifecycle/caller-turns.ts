/** Limits how many requests of a caller run at once, so that no caller takes all connections and memory. */
import { DatabaseUnavailable } from '../../db/unavailable.ts'
import type { Operation } from '../operation/operation.ts'
import { Problem } from '../problem.ts'
import type { Query } from '../query.ts'
import { SHARED_REASONS, Turns, behind } from '../turns/turns.ts'

/** The kinds of requests with a lower limit: slow filters, bodies that need much memory, answers that take long to read. */
export type Costly = 'filtered' | 'large' | 'long'

export type CallerTurns = Turns<Costly>

/** The longest wait of a request, in seconds. */
export const PATIENCE = 5

export const AT_ONCE = 8
/** More filters at once would slow down other callers. More large bodies would take the memory that other callers need. */
export const AT_ONCE_OF = { filtered: 2, large: 4, long: 2 }
/** An app can send hundreds of requests at once to fill its screens. A waiting request takes some 10 kB. */
export const MOST_WAITING_OF_CALLER = 1_000

/** A caller's requests are spread over all processes, so each process has a part of every limit. */
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
        `This caller has too many requests under way: at most ${atOnce * processes} run at once, and at most ${filtered * processes} of these with a filter. Up to ${mostWaiting * processes} more may wait, for ${PATIENCE} seconds at most.`,
        { headers: { 'retry-after': String(PATIENCE) } },
      ),
  })
}

/** If the database fails a request, this fails the caller's waiting requests too; after a search, only the waiting searches. */
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
