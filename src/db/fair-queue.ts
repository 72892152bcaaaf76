/**
 * A queue for the tasks of several parties. The party with the fewest running tasks is next. Parties with equally many take
 * turns.
 */

/** `party` is a caller. All people who are not signed in are together one party. */
interface QueuedTask<T> {
  readonly party: string
  readonly task: T
}

export class FairQueue<T> {
  readonly #running = new Map<string, number>()
  readonly #waiting = new Map<string, Set<QueuedTask<T>>>()
  #size = 0

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

  /**
   * The next task for which `fits` is true, from a party with fewer than `most` running tasks. The task stays in the queue until
   * `remove` is called.
   */
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

  /**
   * Takes a task out of the queue, because it begins or because nobody waits for it any more. Its party goes to the end of the
   * line.
   */
  remove(waiting: QueuedTask<T>): void {
    const { party } = waiting
    const tasks = this.#waiting.get(party)
    if (!tasks?.delete(waiting)) return
    this.#size--
    this.#waiting.delete(party)
    if (tasks.size > 0) this.#waiting.set(party, tasks)
  }

  count(party: string, by: number): void {
    const running = this.running(party) + by
    if (running > 0) this.#running.set(party, running)
    else this.#running.delete(party)
  }

  running(party: string): number {
    return this.#running.get(party) ?? 0
  }

  all(): T[] {
    return [...this.#waiting.values()].flatMap((tasks) => Array.from(tasks, ({ task }) => task))
  }
}

const always = () => true

function firstOf<T>(tasks: Set<QueuedTask<T>>, fits: (task: T) => boolean): QueuedTask<T> | undefined {
  for (const waiting of tasks) if (fits(waiting.task)) return waiting
  return undefined
}
