/** Background work: a job that repeats beside the requests until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseAway } from './away.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type Warn = (message: string, facts: object, level?: 'info' | 'warn') => void

export interface Background {
  /** Resolves when the current round has ended. */
  stop: () => Promise<void>
}

interface Job {
  /** The beginning of the log's sentences, such as "the purging of old rows". */
  name: string
  /** The pause between two rounds, in milliseconds. */
  every: number
  warn: Warn
  /** A round should return soon after `stopping` is aborted. */
  round: (stopping: AbortSignal) => Promise<void>
}

/** The first round runs now. A failed round is logged, and the next one runs after the usual pause. */
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

/** Runs all parts, even if one fails. Only an unavailable database ends the rest of the round. */
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
