/** Time limits; a moment is in milliseconds of `performance.now()`. */

/**
 * Calls `due` at the moment, unless the returned function is called before. It first reads data that arrived while this
 * process was busy: after a blocked event loop everything would else be too late.
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

/** The result of `work`, or the error of `late` if there is none by `until`. */
export async function inTime<T>(work: Promise<T>, until: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const cancel = atTime(until, () => reject(late()))
  try {
    return await Promise.race([work, promise])
  } finally {
    cancel()
  }
}
