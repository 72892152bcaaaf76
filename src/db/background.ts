/** Background work: a job that runs again and again beside the requests, until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseAway } from './away.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** Logs a warning with its facts, or information if `level` says so. */
export type Warn = (message: string, facts: object, level?: 'info' | 'warn') => void

export interface Background {
  /** Ends the work; the returned promise is fulfilled when the round under way has ended. */
  stop: () => Promise<void>
}

interface Job {
  /** The subject of the log's sentences, such as "the purging of old rows". */
  name: string
  /** The pause between two rounds, in milliseconds. */
  every: number
  warn: Warn
  /** One round. It should return soon once `stopping` is aborted. */
  round: (stopping: AbortSignal) => Promise<void>
}

/**
 * Runs a round now, and again after each pause. A round that fails is logged, and the next one runs as if nothing had happened.
 * While the database is away, only the first failure is logged.
 */
export function startWork({ name, every, warn, round }: Job): Background {
  const stopping = new AbortController()
  const away = new DatabaseAway(name, warn)
  const working = (async () => {
    while (!stopping.signal.aborted) {
      await round(stopping.signal).then(away.over, away.failed)
      await sleep(every, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/** Runs the parts of a round in turn. A part that fails does not keep the others from running, unless the database is away. */
export async function runAll(
  parts: readonly (() => Promise<unknown>)[],
  stopping: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) {
    if (stopping.aborted) break
    try {
      await part()
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      failures.push(error)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} parts failed`)
  if (failures.length === 1) throw failures[0]
}
