/** Turns: of what is done under one name, so much is done at once; the rest waits in order, and not for ever. */
import { DatabaseUnavailable, type Reason } from '../db/unavailable.ts'
import { type Problem, unavailable } from './problem.ts'

export interface TurnRules<Kind extends string = never> {
  atOnce: number
  /** Of these kinds, so many of those at once; others may go before one that waits for its kind. */
  atOnceOf?: Record<Kind, number>
  mostWaiting: number
  /** How long one waits, in milliseconds; without it, until its turn comes. */
  patience?: number
  /** What they are told who come when too many wait, or who waited too long. */
  refusal: () => Problem
}

export interface Turn {
  /** Rejects with the refusal where the turn doesn't come. */
  come: Promise<void>
  /** Lets the next one have its turn. Whoever ends while waiting gives up; a second end is none. */
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

  /** Tells all who wait under the name, or those of the kind, why their turn will not come. */
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
        if (queue.running === 0) this.#queues.delete(name) // none waits, or the next one would have begun
      },
    }
  }

  /** Whoever waits does so for want of room, so the first who finds some is the first who may go. */
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

/** Each that waits holds its body, and more would be answered after their clients gave up. */
export const MOST_WAITING = 30

/** Changes that would wait for one another's lock wait here, before each of them holds a connection. */
const changes = new Turns({
  atOnce: 1,
  mostWaiting: MOST_WAITING,
  refusal: () => unavailable('Too many such changes are waiting for one another; try again in a while.'),
})

/**
 * Runs `work` when all that was given for the same thing before has ended, well or not. Who waits behind one that finds
 * the database unavailable is told so at once: thirty that find it out one after the other would take minutes.
 */
export async function inTurn<T>(thing: string, work: () => Promise<T>): Promise<T> {
  const { come, end } = changes.take(thing)
  await come
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseUnavailable && AILING.has(error.reason))
      changes.dismiss(thing, behind(error))
    throw error
  } finally {
    end()
  }
}

/** What ails not that one alone. */
export const AILING = new Set<Reason>(['away', 'slow', 'busy', 'uncertain'])

/** What they are told who waited for one that met the error. */
export const behind = (error: DatabaseUnavailable) =>
  new DatabaseUnavailable('The database did not answer the one before.', { cause: error, reason: 'away' })
