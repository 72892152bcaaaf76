/**
 * Changes that wait to be sent. Each entry plans one step at a time, and stores its Idempotency-Key before it sends the step.
 * So each step happens once, even if the connection breaks or several tabs send it.
 */
import type { Row, Store } from './memory-store.ts'

/** A request that an entry needs next. */
export interface Wanted {
  /** The operation's id. */
  operation: string
  params?: Record<string, string>
  body?: unknown
  ifMatch?: string
  /** Data that the planner needs when the answer arrives. */
  about?: unknown
  /** A UUIDv7 instead of a new key, for a request that several entries share and that must happen once. */
  key?: string
}

export interface Step extends Wanted {
  key: string
  /** When the key was made, in milliseconds since 1970. */
  at: number
}

export interface Answer {
  body: unknown
  etag?: string | undefined
}

/** Why the service refused a step. */
export interface Fault {
  /** Absent: the key is so old that the service might have deleted it. */
  status?: number
  detail?: string
  violations?: readonly { field: string; message: string }[]
  requestId?: string | undefined
  /** The step that was refused. */
  step: Wanted
}

export interface Entry<V> extends Row {
  id: string
  /** The only person who sees and sends the entry. */
  userId: string
  value: V
  createdAt: number
  /** The step under way. The service might have done it already; it is sent until an answer arrives. */
  step?: Step
  /** The number of tries in a row without an answer, and when to try again. */
  tries: number
  retryAt?: number
  /** The service asked for this pause, so no earlier try is made. */
  asked?: boolean
  fault?: Fault
}

/** How a value changes. The functions are pure, as they run in transactions. */
export interface Plan<V> {
  /** Undefined: there is nothing to send now. */
  next: (value: V) => Wanted | undefined
  answered: (value: V, step: Wanted, answer: Answer) => V
  /** Undefined if a person must decide. */
  refused: (value: V, step: Wanted, fault: Fault) => V | undefined
  /** True: the entry can be deleted. */
  isDone: (value: V) => boolean
  /** Replaces the keys in the value, because they are too old. */
  renewed: (value: V, newKey: () => string) => V
}

/** How a step can end. LATER: there is no answer, or the service asks to wait. OUT: nobody is signed in, or somebody else. */
export type Outcome =
  | { kind: 'DONE'; answer: Answer }
  | { kind: 'REFUSED'; fault: Omit<Fault, 'step'> }
  | { kind: 'LATER'; retryAfter?: number | undefined; offline: boolean }
  | { kind: 'OUT' }

export interface Parts<V> {
  store: Store<Entry<V>>
  plan: Plan<V>
  send: (step: Step) => Promise<Outcome>
  /** Runs `work` in one tab at a time. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  /** The id of the person who is signed in; if undefined, nothing is sent. */
  user: () => string | undefined
  newKey: () => string
  now: () => number
  /** Called after each change of an entry; `done` is the value of an entry that was just completed and deleted. */
  changed: (id: string, done?: V) => void
}

const DAY = 86_400_000
/** The service forgets keys after 30 days, and its clock may be ahead of ours. */
const LAST_DAY = 29 * DAY
/** From this age on, an entry warns that it must be sent soon. */
export const WARNING_DAY = 25 * DAY

const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 300_000
/** Browsers often report that the network is back. In case they do not, we try this often, in milliseconds. */
export const LONGEST_OFFLINE_PAUSE = 30_000

export class Outbox<V> {
  readonly #parts: Parts<V>
  #running: Promise<void> | undefined
  #again: { now: boolean } | undefined

  constructor(parts: Parts<V>) {
    this.#parts = parts
  }

  /** The entries of the person who is signed in, oldest first. */
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

  /** Changes an entry and clears its fault, as the change might correct it. Sends nothing yet. */
  async edit(id: string, to: (value: V) => V): Promise<Entry<V> | undefined> {
    return this.#change(id, (entry) => {
      if (!entry || entry.userId !== this.#parts.user()) return entry
      const next = edited(entry, to(entry.value))
      return !next.step && this.#parts.plan.isDone(next.value) ? undefined : next
    })
  }

  /** Tries a refused step again, with a new key if the old key has expired. */
  async again(id: string): Promise<void> {
    await this.#change(id, (entry) => {
      if (!entry || entry.userId !== this.#parts.user()) return entry
      const { fault, step, retryAt: _at, asked: _asked, ...rest } = entry
      if (!isExpired(fault)) return { ...rest, tries: 0, ...(step && { step }) }
      return { ...rest, tries: 0, value: this.#parts.plan.renewed(entry.value, this.#parts.newKey) }
    })
    await this.send({ now: true })
  }

  /** Deletes the entry from this device only; the service is not asked. */
  async remove(id: string): Promise<void> {
    await this.#change(id, () => undefined)
  }

  /** Sends everything that can be sent. `now` skips the pause after a failed try, unless the service asked for the pause. */
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
          // Another tab sent the step too, and has stored its answer.
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

/** An entry with an expired key keeps its fault until the person chooses to send it again. */
export function edited<V>({ fault, ...rest }: Entry<V>, value: V): Entry<V> {
  return { ...rest, ...(fault && isExpired(fault) && { fault }), value }
}

export const isExpired = (fault: Fault | undefined): boolean =>
  fault !== undefined && fault.status === undefined

/** A UUIDv7 begins with its time. */
const timeOf = (key: string): number => Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16)

/** The age of the entry's oldest key, in milliseconds. The service keeps keys for 30 days. */
export const ageOf = <V>({ step }: Entry<V>, now: number): number => (step ? now - step.at : 0)
