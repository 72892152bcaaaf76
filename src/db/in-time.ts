/** Time limits. Points in time, such as `until`, are in milliseconds of `performance.now()`. */

/**
 * Calls `due` at the time `until`, unless the returned function is called first. If an answer has arrived by then, the process
 * reads it before `due` runs.
 */
export function atTime(until: number, due: () => void): () => void {
  let look: NodeJS.Immediate | undefined
  const timer = setTimeout(
    () => {
      look = setImmediate(due)
    },
    Math.max(0, until - performance.now()),
  )
  return () => {
    clearTimeout(timer)
    clearImmediate(look)
  }
}

/** Time limits of much work at once, with one timer for all of it: a timer for each read took 2 to 4 % of a read's CPU. */
export class Deadlines {
  readonly #late: () => Error
  readonly #pending = new Set<{ until: number; reject: (error: Error) => void }>()
  #timer: NodeJS.Timeout | undefined
  /** When the timer looks for late work. */
  #looksAt = Infinity

  /** @param late Makes the error of work without a result by its time. */
  constructor(late: () => Error) {
    this.#late = late
  }

  async within<T>(work: Promise<T>, until: number): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const one = { until, reject }
    this.#pending.add(one)
    this.#lookAt(until)
    try {
      return await Promise.race([work, promise])
    } finally {
      this.#pending.delete(one)
    }
  }

  #lookAt(until: number): void {
    if (until >= this.#looksAt) return
    clearTimeout(this.#timer)
    this.#looksAt = until
    // If an answer has arrived by then, the process reads it first.
    this.#timer = setTimeout(() => setImmediate(() => this.#look()), Math.max(0, until - performance.now()))
    // The timer often runs after the last work has ended, and must not keep the process. Work is kept by its connection.
    this.#timer.unref()
  }

  #look(): void {
    this.#looksAt = Infinity
    const now = performance.now()
    let next = Infinity
    for (const one of this.#pending)
      if (one.until <= now) {
        this.#pending.delete(one)
        one.reject(this.#late())
      } else next = Math.min(next, one.until)
    if (next < Infinity) this.#lookAt(next)
  }
}

/** If there is no result by `until`, this throws the error that `late` makes. */
export async function inTime<T>(work: Promise<T>, until: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const cancel = atTime(until, () => reject(late()))
  try {
    return await Promise.race([work, promise])
  } finally {
    cancel()
  }
}
