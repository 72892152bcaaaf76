/** Turns for reads. The waiting caller who has the fewest running reads is next. */
import { FairQueue } from './fair-queue.ts'
import { atTime } from './in-time.ts'
import { tooSlow } from './unavailable.ts'

export class ReadTurns {
  readonly #most: number
  readonly #mostOfCaller: number
  readonly #queue = new FairQueue<PromiseWithResolvers<void>>()
  #running = 0

  /** At most `most` reads run at once. One caller has at most `mostOfCaller` of them. */
  constructor(most: number, mostOfCaller: number) {
    this.#most = most
    this.#mostOfCaller = mostOfCaller
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** Runs the read when its turn comes. Throws if that is not before `until`. */
  async run<T>(caller: string, until: number, read: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most && this.#queue.running(caller) < this.#mostOfCaller) this.#count(caller, 1)
    else await this.#turn(caller, until)
    try {
      return await read()
    } finally {
      this.#count(caller, -1)
      this.#next()
    }
  }

  /** Waits for the turn. Afterwards the read counts as running. */
  async #turn(caller: string, until: number): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const waiting = this.#queue.add(caller, turn)
    const cancel = atTime(until, () => {
      this.#queue.remove(waiting)
      turn.reject(tooSlow())
    })
    try {
      await turn.promise
    } finally {
      cancel()
    }
  }

  #next(): void {
    while (this.#running < this.#most) {
      const next = this.#queue.next(undefined, this.#mostOfCaller)
      if (!next) return
      this.#queue.remove(next)
      this.#count(next.party, 1)
      next.task.resolve()
    }
  }

  #count(caller: string, by: 1 | -1): void {
    this.#running += by
    this.#queue.count(caller, by)
  }
}
