/**
 * Queues by name: a limited number of tasks runs at once; others wait for their turn, for a limited time. Where tasks of several
 * parties wait under one name, the party with the fewest running is next; else they come in order.
 */
import { FairQueue } from '../../db/fair-queue.ts'
import { DatabaseUnavailable, type Reason } from '../../db/unavailable.ts'
import { type Problem, unavailable } from '../problem.ts'

export interface TurnRules<Kind extends string = never> {
  /** How many tasks of weight 1 run at once. A task that is heavier than all of that runs alone. */
  atOnce: number
  /** A lower limit for each of these kinds. Others may overtake a task that waits for its kind. */
  atOnceOf?: Record<Kind, number>
  mostWaiting: number
  /** The longest wait in milliseconds; without it a task waits until its turn comes. */
  patience?: number
  /** The error of a task that comes when too many wait, or that waited too long. */
  refusal: () => Problem
}

/** Whose task it is, where several wait under one name, and what it takes of `atOnce`. */
export interface Share {
  party?: string
  weight?: number
}

export interface Turn {
  /** Rejects with the refusal if the turn doesn't come. */
  come: Promise<void>
  /** Makes the task lighter, and the next one may begin. */
  lighten: (weight: number) => void
  /** Ends the turn, and the next one begins. Ends the wait of one that has not begun. A second call does nothing. */
  end: () => void
}

interface Task<Kind> {
  kind: Kind | undefined
  weight: number
  begin: () => void
  refuse: (why: unknown) => void
}

interface Queue<Kind> {
  running: number
  runningOf: Map<Kind, number>
  waiting: FairQueue<Task<Kind>>
}

export class Turns<Kind extends string = never> {
  readonly #rules: TurnRules<Kind>
  readonly #queues = new Map<string, Queue<Kind>>()

  constructor(rules: TurnRules<Kind>) {
    this.#rules = rules
  }

  take(name: string, kind?: Kind, { party = '', weight = 1 }: Share = {}): Turn {
    const queue = this.#queues.get(name) ?? { running: 0, runningOf: new Map(), waiting: new FairQueue() }
    this.#queues.set(name, queue)
    if (queue.waiting.size === 0 && this.#isLight(queue, weight) && this.#admits(queue, kind))
      return this.#begun(name, queue, { kind, party, weight })
    if (queue.waiting.size >= this.#rules.mostWaiting) {
      return { come: Promise.reject(this.#rules.refusal()), lighten: () => {}, end: () => {} }
    }
    return this.#queued(name, queue, { kind, party, weight })
  }

  /** Rejects all that wait under the name, or those of the kind. */
  dismiss(name: string, why: unknown, kind?: Kind): void {
    for (const waiting of this.#queues.get(name)?.waiting.all() ?? [])
      if (kind === undefined || waiting.kind === kind) waiting.refuse(why)
  }

  #queued(name: string, queue: Queue<Kind>, asked: Asked<Kind>): Turn {
    const { promise: come, resolve, reject } = Promise.withResolvers<void>()
    const { patience, refusal } = this.#rules
    let turn: Turn | undefined
    const leave = () => {
      clearTimeout(timer)
      queue.waiting.remove(waiting)
    }
    const refuse = (why: unknown) => {
      leave()
      reject(why)
    }
    const giveUp = () => {
      refuse(refusal())
      this.#next(queue) // a heavy one no longer holds up the light ones behind it
    }
    const timer = patience === undefined ? undefined : setTimeout(giveUp, patience)
    const begin = () => {
      leave()
      turn = this.#begun(name, queue, asked)
      resolve()
    }
    const { kind, party, weight } = asked
    const waiting = queue.waiting.add(party, { kind, weight, begin, refuse })
    this.#next(queue) // of those that wait, none may be of this kind or as light
    return {
      come,
      lighten: (lighter) => turn?.lighten(lighter),
      end: () => (turn ? turn.end() : giveUp()),
    }
  }

  #begun(name: string, queue: Queue<Kind>, asked: Asked<Kind>): Turn {
    const { kind, party, weight } = asked
    let held = 0
    const hold = (now: number) => {
      queue.running += now - held
      queue.waiting.count(party, now - held)
      held = now
    }
    const ofKind = (by: 1 | -1) => {
      if (kind !== undefined) queue.runningOf.set(kind, (queue.runningOf.get(kind) ?? 0) + by)
    }
    hold(weight)
    ofKind(1)
    let ended = false
    return {
      come: Promise.resolve(),
      lighten: (lighter) => {
        if (ended || lighter >= held) return
        hold(lighter)
        this.#next(queue)
      },
      end: () => {
        if (ended) return
        ended = true
        hold(0)
        ofKind(-1)
        this.#next(queue)
        if (queue.running === 0 && queue.waiting.size === 0) this.#queues.delete(name)
      },
    }
  }

  /** Begins what is next in line, for as long as there is room for it. */
  #next(queue: Queue<Kind>): void {
    for (;;) {
      const next = queue.waiting.next(({ kind }) => this.#admits(queue, kind))
      if (!next || !this.#isLight(queue, next.task.weight)) return
      next.task.begin()
    }
  }

  #isLight({ running }: Queue<Kind>, weight: number): boolean {
    return running === 0 || running + weight <= this.#rules.atOnce
  }

  #admits({ runningOf }: Queue<Kind>, kind: Kind | undefined): boolean {
    const { atOnce, atOnceOf } = this.#rules
    return kind === undefined || (runningOf.get(kind) ?? 0) < (atOnceOf?.[kind] ?? atOnce)
  }
}

type Asked<Kind> = { kind: Kind | undefined } & Required<Share>

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
export const SHARED_REASONS = new Set<Reason>(['away', 'replaced', 'slow', 'busy', 'uncertain'])

/** The error of those who waited behind a request that met this one. */
export const behind = (error: DatabaseUnavailable) =>
  new DatabaseUnavailable('The database did not answer the one before.', { cause: error, reason: 'away' })
