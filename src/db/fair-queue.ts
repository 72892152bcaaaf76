/**
 * A queue of tasks of several parties. The next task belongs to the party with the fewest running tasks; equal parties take
 * turns, and tasks of one party go in order of arrival. So a party with eight tasks does not get eight shares.
 */

/** A waiting task and its party: a caller, or all unknown people together. */
interface QueuedTask<T> {
  readonly party: string
  readonly task: T
}

export class FairQueue<T> {
  readonly #running = new Map<string, number>()
  /** The tasks of each waiting party, in the order of the parties' turns. */
  readonly #waiting = new Map<string, Set<QueuedTask<T>>>()
  #size = 0

  /** The number of waiting tasks. */
  get size(): number {
    return this.#size
  }

  add(party: string, task: T): QueuedTask<T> {
    const waiting = { party, task }
    const tasks = this.#waiting.get(party)
    if (tasks) tasks.add(waiting)
    else this.#waiting.set(party, new Set([waiting]))
    this.#size++
    return waiting
  }

  /** The next task that fits, from a party with fewer than `most` running tasks. It stays in the queue until `remove`. */
  next(fits: (task: T) => boolean = always, most = Infinity): QueuedTask<T> | undefined {
    let next: QueuedTask<T> | undefined
    let least = most
    for (const [party, tasks] of this.#waiting) {
      const running = this.running(party)
      if (running >= least) continue
      const first = firstOf(tasks, fits)
      if (!first) continue
      next = first
      least = running
      if (running === 0) break
    }
    return next
  }

  /** Removes a task, because it begins or nobody waits for it; its party goes behind the others. */
  remove(waiting: QueuedTask<T>): void {
    const { party } = waiting
    const tasks = this.#waiting.get(party)
    if (!tasks?.delete(waiting)) return
    this.#size--
    this.#waiting.delete(party)
    if (tasks.size > 0) this.#waiting.set(party, tasks)
  }

  /** Adds to the number of running tasks of a party. */
  count(party: string, by: number): void {
    const running = this.running(party) + by
    if (running > 0) this.#running.set(party, running)
    else this.#running.delete(party)
  }

  /** The number of running tasks of a party. */
  running(party: string): number {
    return this.#running.get(party) ?? 0
  }

  /** All waiting tasks. */
  all(): T[] {
    return [...this.#waiting.values()].flatMap((tasks) => Array.from(tasks, ({ task }) => task))
  }
}

const always = () => true

function firstOf<T>(tasks: Set<QueuedTask<T>>, fits: (task: T) => boolean): QueuedTask<T> | undefined {
  for (const waiting of tasks) if (fits(waiting.task)) return waiting
  return undefined
}
