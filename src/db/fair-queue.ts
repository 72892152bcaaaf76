/**
 * Who is next where several wait for the same: a task of the party that has the least running. Among equal parties they take
 * turns, and within a party the first that came is the first. So eight tasks of one party are not eight shares.
 */

/** A task that waits, and whose it is: a caller's, or all that is asked by people without a name. */
export interface Waiting<T> {
  readonly party: string
  readonly task: T
}

export class FairQueue<T> {
  readonly #running = new Map<string, number>()
  /** The parties that wait, in the order of their turns. */
  readonly #waiting = new Map<string, Set<Waiting<T>>>()
  #size = 0

  /** The number of tasks that wait. */
  get size(): number {
    return this.#size
  }

  add(party: string, task: T): Waiting<T> {
    const waiting = { party, task }
    const tasks = this.#waiting.get(party)
    if (tasks) tasks.add(waiting)
    else this.#waiting.set(party, new Set([waiting]))
    this.#size++
    return waiting
  }

  /** The next one, or the next of those that fit, of a party that has less than `most` running. It waits until it is removed. */
  next(fits: (task: T) => boolean = always, most = Infinity): Waiting<T> | undefined {
    let next: Waiting<T> | undefined
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

  /** Takes one out, because it begins or is given up; its party goes behind the others. */
  remove(waiting: Waiting<T>): void {
    const { party } = waiting
    const tasks = this.#waiting.get(party)
    if (!tasks?.delete(waiting)) return
    this.#size--
    this.#waiting.delete(party)
    if (tasks.size > 0) this.#waiting.set(party, tasks)
  }

  /** Says how much of a party began, or ended if the number is below zero. */
  count(party: string, by: number): void {
    const running = this.running(party) + by
    if (running > 0) this.#running.set(party, running)
    else this.#running.delete(party)
  }

  /** How much of a party is running. */
  running(party: string): number {
    return this.#running.get(party) ?? 0
  }

  /** All that wait. */
  all(): T[] {
    return [...this.#waiting.values()].flatMap((tasks) => Array.from(tasks, ({ task }) => task))
  }
}

const always = () => true

function firstOf<T>(tasks: Set<Waiting<T>>, fits: (task: T) => boolean): Waiting<T> | undefined {
  for (const waiting of tasks) if (fits(waiting.task)) return waiting
  return undefined
}
