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
