/** Queues by name: a limited number of tasks runs at once; others wait for their turn, in order and for a limited time. */
import { DatabaseUnavailable, type Reason } from '../db/unavailable.ts'
import { type Problem, unavailable } from './problem.ts'

export interface TurnRules<Kind extends string = never> {
  atOnce: number
  /** A lower limit for each of these kinds. Others may overtake a task that waits for its kind. */
  atOnceOf?: Record<Kind, number>
  mostWaiting: number
  /** The longest wait in milliseconds; without it a task waits until its turn comes. */
  patience?: number
  /** The error of a task that comes when too many wait, or that waited too long. */
  refusal: () => Problem
}

export interface Turn {
  /** Rejects with the refusal if the turn doesn't come. */
  come: Promise<void>
  /** Ends the turn, and the next one begins. Ends the wait of one that has not begun. A second call does nothing. */
  end: () => void
}

interface Waiting<Kind> {
  kind: Kind | undefined
  begin: () => void
  refuse: (why: unknown) => void
}

interface Queue<Kind> {
  running: number
  runningOf: Map<Kind, number>
  waiting: Set<Waiting<Kind>>
}

export class Turns<Kind extends string = never> {
  readonly #rules: TurnRules<Kind>
  readonly #queues = new Map<string, Queue<Kind>>()

  constructor(rules: TurnRules<Kind>) {
    this.#rules = rules
  }

  take(name: string, kind?: Kind): Turn {
    const queue = this.#queues.get(name) ?? { running: 0, runningOf: new Map(), waiting: new Set() }
    this.#queues.set(name, queue)
    if (this.#hasRoom(queue, kind)) return this.#begun(name, queue, kind)
    if (queue.waiting.size >= this.#rules.mostWaiting) {
      return { come: Promise.reject(this.#rules.refusal()), end: () => {} }
    }
    return this.#queued(name, queue, kind)
  }

  /** Rejects all that wait under the name, or those of the kind. */
  dismiss(name: string, why: unknown, kind?: Kind): void {
    for (const waiting of this.#queues.get(name)?.waiting ?? [])
      if (kind === undefined || waiting.kind === kind) waiting.refuse(why)
  }

  #queued(name: string, queue: Queue<Kind>, kind: Kind | undefined): Turn {
    const { promise: come, resolve, reject } = Promise.withResolvers<void>()
    const { patience, refusal } = this.#rules
    let turn: Turn | undefined
    const refuse = (why: unknown) => {
      clearTimeout(timer)
      queue.waiting.delete(waiting)
      reject(why)
    }
    const giveUp = () => refuse(refusal())
    const timer = patience === undefined ? undefined : setTimeout(giveUp, patience)
    const waiting: Waiting<Kind> = {
      kind,
      begin: () => {
        clearTimeout(timer)
        turn = this.#begun(name, queue, kind)
        resolve()
      },
      refuse,
    }
    queue.waiting.add(waiting)
    return { come, end: () => (turn ? turn.end() : giveUp()) }
  }

  #begun(name: string, queue: Queue<Kind>, kind: Kind | undefined): Turn {
    this.#count(queue, kind, 1)
    let ended = false
    return {
      come: Promise.resolve(),
      end: () => {
        if (ended) return
        ended = true
        this.#count(queue, kind, -1)
        this.#next(queue)
        if (queue.running === 0) this.#queues.delete(name) // nothing waits, or the next one would have begun
      },
    }
  }

  /** Begins the first tasks in line that have room. */
  #next(queue: Queue<Kind>): void {
    for (const waiting of queue.waiting) {
      if (queue.running >= this.#rules.atOnce) return
      if (!this.#hasRoom(queue, waiting.kind)) continue
      queue.waiting.delete(waiting)
      waiting.begin()
    }
  }

  #hasRoom({ running, runningOf }: Queue<Kind>, kind: Kind | undefined): boolean {
    const { atOnce, atOnceOf } = this.#rules
    if (running >= atOnce) return false
    return kind === undefined || (runningOf.get(kind) ?? 0) < (atOnceOf?.[kind] ?? atOnce)
  }

  #count(queue: Queue<Kind>, kind: Kind | undefined, by: 1 | -1): void {
    queue.running += by
    if (kind !== undefined) queue.runningOf.set(kind, (queue.runningOf.get(kind) ?? 0) + by)
  }
}

/** A waiting request keeps its body in memory, and with more of them clients would give up before their answers. */
export const MOST_WAITING = 30

/**
 * Changes that would wait for the same row lock wait here, before they hold a connection. Module state: two servers in one
 * process share the queues, and need nothing but different ids.
 */
const changes = new Turns({
  atOnce: 1,
  mostWaiting: MOST_WAITING,
  refusal: () => unavailable('Too many such changes are waiting for one another; try again in a while.'),
})

/**
 * Runs `work` after all earlier work on the same thing has ended. If the database turns out to be unavailable, all that
 * wait fail at once: thirty that found it out one after the other would take minutes.
 */
export async function inTurn<T>(thing: string, work: () => Promise<T>): Promise<T> {
  const { come, end } = changes.take(thing)
  await come
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseUnavailable && SHARED_REASONS.has(error.reason))
      changes.dismiss(thing, behind(error))
    throw error
  } finally {
    end()
  }
}

/** The reasons that concern the others too. */
export const SHARED_REASONS = new Set<Reason>(['away', 'slow', 'busy', 'uncertain'])

/** The error of those who waited behind a request that met this one. */
export const behind = (error: DatabaseUnavailable) =>
  new DatabaseUnavailable('The database did not answer the one before.', { cause: error, reason: 'away' })
