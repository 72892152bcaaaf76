/** Writes to the log when background work begins to fail because the database is away, and when the work succeeds again. */
import { DatabaseUnavailable } from './unavailable.ts'

export class DatabaseAway {
  readonly #work: string
  readonly #warn: (message: string, facts: object, level?: 'info' | 'warn') => void
  #since: number | undefined

  /** `work` is the name of the work, such as "the pipeline". The log's sentences begin with it. */
  constructor(work: string, warn: (message: string, facts: object, level?: 'info' | 'warn') => void) {
    this.#work = work
    this.#warn = warn
  }

  readonly failed = (err: unknown): void => {
    if (!(err instanceof DatabaseUnavailable)) {
      this.#warn(`${this.#work} failed`, { err })
    } else if (this.#since === undefined) {
      this.#since = performance.now()
      const cause = err.cause instanceof Error ? err.cause.message : err.message
      this.#warn(`${this.#work} waits for the database`, { reason: err.reason, cause })
    }
  }

  /** The background work calls this each time it succeeds. */
  readonly over = (): void => {
    if (this.#since === undefined) return
    const seconds = Math.round((performance.now() - this.#since) / 1000)
    this.#since = undefined
    this.#warn(`${this.#work} has its database again`, { seconds }, 'info')
  }
}
