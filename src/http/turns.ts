/** Turns: changes that would wait for one another's lock wait here, before each of them holds a connection. */
import { DatabaseUnavailable, type Reason } from '../db/unavailable.ts'
import { unavailable } from './problem.ts'

/** Each that waits holds its body, and more would be answered after their clients gave up. */
export const MOST_WAITING = 30

interface Queue {
  /** Resolves when all have ended, with what ails the database where the last one found it unavailable. */
  last: Promise<DatabaseUnavailable | undefined>
  length: number
}

const queues = new Map<string, Queue>()

/**
 * Runs `work` when all that was given for the same thing before has ended, well or not. Who waits behind one that finds
 * the database unavailable is told so at once: thirty that find it out one after the other would take minutes.
 */
export async function inTurn<T>(thing: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(thing) ?? { last: Promise.resolve(undefined), length: 0 }
  if (queue.length > MOST_WAITING)
    throw unavailable('Too many such changes are waiting for one another; try again in a while.')
  queues.set(thing, queue)
  queue.length++
  const running = behind(queue.last, work)
  queue.last = running.then(() => undefined, ailment)
  try {
    return await running
  } finally {
    queue.length--
    if (queue.length === 0) queues.delete(thing)
  }
}

async function behind<T>(last: Queue['last'], work: () => Promise<T>): Promise<T> {
  const ails = await last
  if (ails) throw ails
  return work()
}

const ailment = (error: unknown) =>
  error instanceof DatabaseUnavailable && AILING.has(error.reason)
    ? new DatabaseUnavailable('The database did not answer the one before.', {
        cause: error,
        reason: 'away',
      })
    : undefined

/** What ails not that one alone. */
const AILING = new Set<Reason>(['away', 'slow', 'busy', 'uncertain'])
