/** Queues by name. In each, a limited number of tasks runs at once. The party with the fewest running tasks is next. */
import { FairQueue } from '../../db/fair-queue.ts'
import { DatabaseUnavailable, type Reason } from '../../db/unavailable.ts'
import { type Problem, unavailable } from '../problem.ts'

interface TurnRules<Kind extends string = never> {
  /** The tasks that run at once may have this weight together. A task with a larger weight runs alone. */
  atOnce: number
  /** Lower limits for some kinds of tasks. Other tasks can overtake a task that waits for such a limit. */
  atOnceOf?: Record<Kind, number>
  mostWaiting: number
  /** The longest wait in milliseconds. If undefined, a task waits for as long as it takes. */
  patience?: number
  /** The error for a task that finds the queue full, or that has waited too long. */
  refusal: () => Problem
}

/** `weight` says how much of `atOnce` the task takes. */
interface Share {
  party?: string
  weight?: number
}

export interface Turn {
  /** Resolves when the task's turn comes. Rejects if the task has waited too long. */
  come: Promise<void>
  /** Lowers the weight of the running task, so that other tasks can begin. */
  lighten: (weight: number) => void
  /** Ends the turn, or gives up waiting for it. Calling it again does nothing. */
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

  /** How many tasks of this kind can begin at once, and how many more can begin now. */
  room(name: string, kind: Kind): { limit: number; left: number } {
    const limit = this.#rules.atOnceOf?.[kind] ?? this.#rules.atOnce
    return { limit, left: Math.max(0, limit - (this.#queues.get(name)?.runningOf.get(kind) ?? 0)) }
  }

  /** Fails all waiting tasks of this name, or only those of one kind. */
  dismiss(name: string, why: unknown, kind?: Kind): void {
    for (const waiting of this.#queues.get(name)?.waiting.all() ?? [])
      if (kind === undefined || waiting.kind === kind) waiting.refuse(why)
  }

  #queued(name: string, queue: Queue<Kind>, task: TaskShare<Kind>): Turn {
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
      this.#next(queue) // the light tasks after a heavy task may begin now
    }
    const timer = patience === undefined ? undefined : setTimeout(giveUp, patience)
    const begin = () => {
      leave()
      turn = this.#begun(name, queue, task)
      resolve()
    }
    const { kind, party, weight } = task
    const waiting = queue.waiting.add(party, { kind, weight, begin, refuse })
    this.#next(queue) // this task may be the only task for which there is room
    return {
      come,
      lighten: (lighter) => turn?.lighten(lighter),
      end: () => (turn ? turn.end() : giveUp()),
    }
  }

  #begun(name: string, queue: Queue<Kind>, task: TaskShare<Kind>): Turn {
    const { kind, party, weight } = task
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

type TaskShare<Kind> = { kind: Kind | undefined } & Required<Share>

/**
 * How many requests can wait. Each keeps its body in memory. If there were more, the last clients would give up before their
 * turn.
 */
export const MOST_WAITING = 30

/** Changes that need the same row lock wait here, so that they hold no connection while they wait. */
const changes = new Turns({
  atOnce: 1,
  mostWaiting: MOST_WAITING,
  refusal: () => unavailable('Too many such changes are waiting for one another; try again in a while.'),
})

/** Runs `work` when all earlier work on the same thing is done. If the database fails, all waiting work fails too. */
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

/** If a request fails for one of these reasons, the requests that wait after it fail too. */
export const SHARED_REASONS = new Set<Reason>(['away', 'replaced', 'slow', 'busy', 'uncertain'])

export const behind = (error: DatabaseUnavailable) =>
  new DatabaseUnavailable('The database did not answer the request before this one.', {
    cause: error,
    reason: 'away',
  })
