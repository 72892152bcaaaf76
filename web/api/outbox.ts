/**
 * What waits to be sent: entries whose steps are planned one at a time, each with an Idempotency-Key that is kept with it
 * before it is sent. So a step is done once, whatever breaks off, and whoever sends it again.
 */
import type { Row, Store } from './memory-store.ts'

/** A request that an entry needs next. */
export interface Wanted {
  /** The operation's id. */
  operation: string
  params?: Record<string, string>
  body?: unknown
  ifMatch?: string
  /** What the planner wants to know when the answer comes. */
  about?: unknown
  /** A UUIDv7 in place of a new key, where several entries want the same thing to be done once. */
  key?: string
}

export interface Step extends Wanted {
  key: string
  /** When the key was made, in milliseconds. */
  at: number
}

export interface Answer {
  body: unknown
  etag?: string | undefined
}

/** Why the service will not take a step as it is. */
export interface Fault {
  /** Absent: the key is so old that the service may have forgotten it. */
  status?: number
  detail?: string
  violations?: readonly { field: string; message: string }[]
  requestId?: string | undefined
  /** The step that was refused. */
  step: Wanted
}

export interface Entry<V> extends Row {
  id: string
  /** Nobody else sees or sends it. */
  userId: string
  value: V
  createdAt: number
  /** A step that was made, and perhaps done: it is sent until there is an answer. */
  step?: Step
  /** How often in a row there was no answer, and when to try again. */
  tries: number
  retryAt?: number
  /** The service has said when: no sooner. */
  asked?: boolean
  fault?: Fault
}

/** What becomes of a value. All of it is pure: it runs in transactions. */
export interface Plan<V> {
  /** Undefined: nothing is to be sent now. */
  next: (value: V) => Wanted | undefined
  answered: (value: V, step: Wanted, answer: Answer) => V
  /** Undefined where a person must decide. */
  refused: (value: V, step: Wanted, fault: Fault) => V | undefined
  /** All is done: the entry goes. */
  isDone: (value: V) => boolean
  /** With new keys for those that it has given itself, because they are too old. */
  anew: (value: V, newKey: () => string) => V
}

/** How a step may end. LATER: there is no answer, or one that asks to wait. OUT: nobody, or somebody else, is signed in. */
export type Outcome =
  | { kind: 'DONE'; answer: Answer }
  | { kind: 'REFUSED'; fault: Omit<Fault, 'step'> }
  | { kind: 'LATER'; retryAfter?: number | undefined; offline: boolean }
  | { kind: 'OUT' }

export interface Parts<V> {
  store: Store<Entry<V>>
  plan: Plan<V>
  send: (step: Step) => Promise<Outcome>
  /** Runs it while no other tab does. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  /** The id of who is signed in; undefined sends nothing. */
  user: () => string | undefined
  newKey: () => string
  now: () => number
  /** After each change of an entry; `value` is of one that has gone because all is done. */
  changed: (id: string, done?: V) => void
}

const DAY = 86_400_000
/** The service forgets keys after 30 days, and its clock may be ahead of ours. */
const LAST_DAY = 29 * DAY
/** From then on an entry says that it must be sent soon. */
export const WARNING_DAY = 25 * DAY

const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 300_000
/** Without network the browser often knows when it is back; where not, it is tried this often. */
export const LONGEST_OFFLINE_PAUSE = 30_000

export class Outbox<V> {
  readonly #parts: Parts<V>
  #running: Promise<void> | undefined
  #again: { now: boolean } | undefined

  constructor(parts: Parts<V>) {
    this.#parts = parts
  }

  /** The entries of whoever is signed in, oldest first. */
  async entries(): Promise<Entry<V>[]> {
    const userId = this.#parts.user()
    const all = await this.#parts.store.all()
    return all.filter((entry) => entry.userId === userId).toSorted((a, b) => a.createdAt - b.createdAt)
  }

  async add(id: string, value: V): Promise<void> {
    const userId = this.#parts.user()
    if (userId === undefined) throw new Error('Nobody is signed in.')
    await this.#change(id, (entry) => entry ?? { id, userId, value, createdAt: this.#parts.now(), tries: 0 })
  }

  /** What a person changes may be what was at fault: it is tried again. Nothing is sent yet. */
  async edit(id: string, to: (value: V) => V): Promise<Entry<V> | undefined> {
    return this.#change(id, (entry) => {
      if (!entry || entry.userId !== this.#parts.user()) return entry
      const next = edited(entry, to(entry.value))
      return !next.step && this.#parts.plan.isDone(next.value) ? undefined : next
    })
  }

  /** Tries what was refused once more; what has an old key gets another one. */
  async again(id: string): Promise<void> {
    await this.#change(id, (entry) => {
      if (!entry || entry.userId !== this.#parts.user()) return entry
      const { fault, step, retryAt: _at, asked: _asked, ...rest } = entry
      if (!isExpired(fault)) return { ...rest, tries: 0, ...(step && { step }) }
      return { ...rest, tries: 0, value: this.#parts.plan.anew(entry.value, this.#parts.newKey) }
    })
    await this.send({ now: true })
  }

  /** Without sending anything: what the service has stays there. */
  async remove(id: string): Promise<void> {
    await this.#change(id, () => undefined)
  }

  /** Sends what can be sent. `now`: without waiting after a try that failed, unless the service asked for it. */
  send({ now = false }: { now?: boolean } = {}): Promise<void> {
    if (this.#running) {
      this.#again = { now: now || (this.#again?.now ?? false) }
      return this.#running
    }
    this.#running = this.#send(now).finally(() => {
      this.#running = undefined
      const again = this.#again
      this.#again = undefined
      if (again) void this.send(again)
    })
    return this.#running
  }

  async #send(now: boolean): Promise<void> {
    const waiting = (await this.entries()).filter((entry) => this.#wants(entry, now))
    if (waiting.length === 0) return
    await this.#parts.alone(async () => {
      for (const { id } of waiting) if ((await this.#sendEntry(id, now)) === 'STOP') return
    })
  }

  #wants(entry: Entry<V>, now: boolean): boolean {
    if (entry.fault || entry.userId !== this.#parts.user()) return false
    const due = entry.retryAt === undefined || entry.retryAt <= this.#parts.now()
    return (due || (now && !entry.asked)) && (entry.step ?? this.#parts.plan.next(entry.value)) !== undefined
  }

  async #sendEntry(id: string, now: boolean): Promise<'STOP' | 'NEXT'> {
    for (let first = now; ; first = false) {
      const entry = await this.#change(id, (was) =>
        was && this.#wants(was, first) ? this.#withStep(was) : was,
      )
      if (!entry?.step || !this.#wants(entry, first)) return 'NEXT'
      const { step } = entry
      const outcome = await this.#parts.send(step)
      let done: V | undefined
      await this.#change(
        id,
        (was) => {
          // Another tab has sent it too, and knows the answer.
          if (was?.step?.key !== step.key) return was
          const next = this.#after(was, step, outcome)
          if (!next.step && !next.fault && this.#parts.plan.isDone(next.value)) {
            done = next.value
            return undefined
          }
          return next
        },
        () => done,
      )
      if (outcome.kind === 'OUT' || (outcome.kind === 'LATER' && outcome.offline)) return 'STOP'
      if (outcome.kind === 'LATER') return 'NEXT'
    }
  }

  #withStep(entry: Entry<V>): Entry<V> {
    const { now, newKey, plan } = this.#parts
    if (entry.step) {
      if (now() - entry.step.at < LAST_DAY) return entry
      return { ...entry, fault: { step: entry.step } }
    }
    const wanted = plan.next(entry.value)
    if (!wanted) return entry
    const step = { ...wanted, key: wanted.key ?? newKey() }
    return this.#withStep({ ...entry, step: { ...step, at: Math.min(now(), timeOf(step.key)) } })
  }

  #after(entry: Entry<V>, step: Step, outcome: Outcome): Entry<V> {
    const { plan, now } = this.#parts
    const { step: _step, tries, retryAt: _at, asked: _asked, ...rest } = entry
    if (outcome.kind === 'DONE')
      return { ...rest, tries: 0, value: plan.answered(entry.value, step, outcome.answer) }
    if (outcome.kind === 'REFUSED') {
      const fault: Fault = { ...outcome.fault, step }
      const value = plan.refused(entry.value, step, fault)
      return value === undefined ? { ...rest, tries: 0, fault } : { ...rest, tries: 0, value }
    }
    if (outcome.kind === 'OUT') return entry
    const longest = outcome.offline ? LONGEST_OFFLINE_PAUSE : LONGEST_PAUSE
    const pause = Math.min(FIRST_PAUSE * 2 ** tries, longest)
    const asked = outcome.retryAfter !== undefined
    const later = Math.max(pause, Math.min(1000 * (outcome.retryAfter ?? 0), LONGEST_PAUSE))
    return { ...rest, step, tries: tries + 1, retryAt: now() + later, ...(asked && { asked }) }
  }

  async #change(
    id: string,
    to: (entry: Entry<V> | undefined) => Entry<V> | undefined,
    done: () => V | undefined = () => undefined,
  ): Promise<Entry<V> | undefined> {
    const entry = await this.#parts.store.change(id, to)
    this.#parts.changed(id, done())
    return entry
  }
}

/** A key that is too old stays so, until the person says that it is to be sent anew. */
export function edited<V>({ fault, ...rest }: Entry<V>, value: V): Entry<V> {
  return { ...rest, ...(fault && isExpired(fault) && { fault }), value }
}

export const isExpired = (fault: Fault | undefined): boolean =>
  fault !== undefined && fault.status === undefined

/** A UUIDv7 begins with its time. */
const timeOf = (key: string): number => Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16)

/** How old the oldest key of an entry is: the service keeps it for 30 days. */
export const ageOf = <V>({ step }: Entry<V>, now: number): number => (step ? now - step.at : 0)
