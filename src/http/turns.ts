/** Turns: changes that would wait for one another's lock wait here, before each of them holds a connection. */

const last = new Map<string, Promise<unknown>>()

/** Runs `work` when all that was given for the same thing before has ended, well or not. */
export async function inTurn<T>(thing: string, work: () => Promise<T>): Promise<T> {
  const running = (last.get(thing) ?? Promise.resolve()).then(work)
  const ended = running.catch(() => {})
  last.set(thing, ended)
  try {
    return await running
  } finally {
    if (last.get(thing) === ended) last.delete(thing)
  }
}
