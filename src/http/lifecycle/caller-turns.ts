/** Limits how many requests of one caller run at once, so that no caller takes all connections and memory. */
import { DatabaseUnavailable } from '../../db/unavailable.ts'
import type { Operation } from '../operation/operation.ts'
import { Problem } from '../problem.ts'
import type { Query } from '../query.ts'
import { SHARED_REASONS, Turns, behind } from '../turns/turns.ts'

/** Kinds of requests that have a lower limit: slow filters, bodies that need much memory, and answers that take long to read. */
export type Costly = 'filtered' | 'large' | 'long'

export type CallerTurns = Turns<Costly>

/** How long a request waits for its turn, in seconds. */
export const PATIENCE = 5

export const AT_ONCE = 8
/**
 * With more filters at once, other callers would have to wait. More large bodies would take the memory that other callers need.
 */
export const AT_ONCE_OF = { filtered: 2, large: 4, long: 2 }
/** How many requests of a caller can wait. An app can send hundreds at once to fill its screens. Each takes some 10 kB. */
export const MOST_WAITING_OF_CALLER = 1_000

/** The limits of one process. A caller's requests are spread over all processes, so each process has a part of every limit. */
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
        {
          headers: {
            'retry-after': String(PATIENCE),
            'ratelimit-policy': `${policy('requests', atOnce * processes)}, ${policy('filtered', filtered * processes)}`,
            ratelimit: `"requests";r=0;t=${PATIENCE}`,
          },
        },
      ),
  })
}

/** The headers of an answer to a request with a lower limit (draft-ietf-httpapi-ratelimit-headers). The limits are this process's. */
export function limitOf(turns: CallerTurns, name: string, cost: Costly): Record<string, string> {
  const { limit, left } = turns.room(name, cost)
  return { 'ratelimit-policy': policy(cost, limit), ratelimit: `"${cost}";r=${left}` }
}

const policy = (name: string, limit: number) => `"${name}";q=${limit};qu="concurrent-requests"`

/**
 * If a request fails because of the database, all waiting requests of the caller fail too. If it was a search, only the waiting
 * searches fail.
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
