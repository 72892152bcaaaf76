/** Background work: a job that the service repeats beside its requests, until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseAway } from './away.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type Warn = (message: string, facts: object, level?: 'info' | 'warn') => void

export interface Background {
  /** Asks the job to stop. Resolves when its current round has ended. */
  stop: () => Promise<void>
}

interface Job {
  /** The name of the job, such as "the purging of old rows". The log's sentences begin with it. */
  name: string
  /** The pause between two rounds, in milliseconds. */
  every: number
  warn: Warn
  /** One round of work. It should return soon after `stopping` is aborted. */
  round: (stopping: AbortSignal) => Promise<void>
}

/** The first round begins now. If a round fails, this is logged, and the next round begins after the usual pause. */
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

/** Runs all parts, even if one of them fails. Only if the database is unavailable, the remaining parts are skipped. */
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
