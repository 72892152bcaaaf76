/** Turns: changes that would wait for one another's lock wait here, before each of them holds a connection. */
import { unavailable } from './problem.ts'

/** Each that waits holds its body, and more would be answered after their clients gave up. */
export const MOST_WAITING = 30

interface Queue {
  last: Promise<unknown>
  length: number
}

const queues = new Map<string, Queue>()

/** Runs `work` when all that was given for the same thing before has ended, well or not. */
export async function inTurn<T>(thing: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(thing) ?? { last: Promise.resolve(), length: 0 }
  if (queue.length > MOST_WAITING)
    throw unavailable('Too many such changes are waiting for one another; try again in a while.')
  queues.set(thing, queue)
  queue.length++
  const running = queue.last.then(work)
  queue.last = running.catch(() => {})
  try {
    return await running
  } finally {
    queue.length--
    if (queue.length === 0) queues.delete(thing)
  }
}
