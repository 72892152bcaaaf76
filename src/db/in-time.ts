/** Limits of time; a moment is in milliseconds of `performance.now()`. */

/**
 * Calls `due` at the moment, unless the function that it returns is called before. What arrived while this process was
 * busy is read first: a loop that was held up for seconds would else find everything too late.
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

/** The result of `work`, or the error that `late` gives where there is none by then. */
export async function inTime<T>(work: Promise<T>, until: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const cancel = atTime(until, () => reject(late()))
  try {
    return await Promise.race([work, promise])
  } finally {
    cancel()
  }
}
