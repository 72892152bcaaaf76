/** Time limits. A moment, such as `until`, is in milliseconds of `performance.now()`. */

/**
 * Calls `due` at `until`, unless you call the returned function before. It first lets the process read data that arrived while
 * the event loop was blocked; otherwise every answer would seem too late.
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

/** The result of `work`; throws the error of `late` if there is no result by `until`. */
export async function inTime<T>(work: Promise<T>, until: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const cancel = atTime(until, () => reject(late()))
  try {
    return await Promise.race([work, promise])
  } finally {
    cancel()
  }
}
