/**
 * Changes that wait on this device until they are sent. Each has an Idempotency-Key, which is stored before it is sent, so the
 * change happens only once.
 */
import type { Row, Store } from './memory-store.ts'

export interface Wanted {
  operation: string
  params?: Record<string, string>
  body?: unknown
  ifMatch?: string
  /** What the plan needs to know when the answer arrives. */
  about?: unknown
  /** An Idempotency-Key that several entries share. Without it, the request gets one of its own. */
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

interface Fault {
  /** The status of the answer. Absent if the key is so old that the service may have deleted it. */
  status?: number
  detail?: string
  violations?: readonly { field: string; message: string }[]
  requestId?: string | undefined
  step: Wanted
}

export interface Entry<V> extends Row {
  id: string
  /** Only this person sees the entry and sends it. */
  userId: string
  value: V
  createdAt: number
  /** The request that was begun. It is sent until an answer arrives, because the service may already have done it. */
  step?: Step
  tries: number
  retryAt?: number
  /** True if the service itself asked for the pause before the next attempt. */
  asked?: boolean
  fault?: Fault
}

/** How an entry becomes requests. Its functions must be pure, because they run inside transactions. */
export interface Plan<V> {
  /** The next request. Undefined if there is nothing to send now. */
  next: (value: V) => Wanted | undefined
  answered: (value: V, step: Wanted, answer: Answer) => V
  /** The value after a refusal. Undefined if a person must decide. */
  refused: (value: V, step: Wanted, fault: Fault) => V | undefined
  isDone: (value: V) => boolean
  renewed: (value: V, newKey: () => string) => V
}

/** LATER: there was no answer, or the service asks us to wait. OUT: nobody is signed in, or somebody else is. */
export type Outcome =
  | { kind: 'DONE'; answer: Answer }
  | { kind: 'REFUSED'; fault: Omit<Fault, 'step'> }
  | { kind: 'LATER'; retryAfter?: number | undefined; offline: boolean }
  | { kind: 'OUT' }

interface Parts<V> {
  store: Store<Entry<V>>
  plan: Plan<V>
  send: (step: Step) => Promise<Outcome>
  /** Runs `work` in only one tab at a time. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  /** The id of the signed-in person. If undefined, nothing is sent. */
  user: () => string | undefined
  newKey: () => string
  now: () => number
  /** Called after an entry has changed. `done` is its value if it was just completed and deleted. */
  changed: (id: string, done?: V) => void
}

const DAY = 86_400_000
/** In milliseconds. The service forgets keys after 30 days, and its clock may be ahead of ours. */
const LAST_DAY = 29 * DAY
/** In milliseconds. An entry older than this warns that it must be sent soon. */
export const WARNING_DAY = 25 * DAY

const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 300_000
/** In milliseconds. Browsers do not always report that the network is back, so we try again after this time. */
export const LONGEST_OFFLINE_PAUSE = 30_000

export class Outbox<V> {
  readonly #parts: Parts<V>
  #running: Promise<void> | undefined
  #again: { now: boolean } | undefined

  constructor(parts: Parts<V>) {
    this.#parts = parts
  }

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

  /** Changes an entry and clears its fault, because the change may have corrected it. */
  async edit(id: string, to: (value: V) => V): Promise<Entry<V> | undefined> {
    return this.#change(id, (entry) => {
      if (!entry || entry.userId !== this.#parts.user()) return entry
      const next = edited(entry, to(entry.value))
      return !next.step && this.#parts.plan.isDone(next.value) ? undefined : next
    })
  }

  async again(id: string): Promise<void> {
    await this.#change(id, (entry) => {
      if (!entry || entry.userId !== this.#parts.user()) return entry
      const { fault, step, retryAt: _at, asked: _asked, ...rest } = entry
      if (!isExpired(fault)) return { ...rest, tries: 0, ...(step && { step }) }
      return { ...rest, tries: 0, value: this.#parts.plan.renewed(entry.value, this.#parts.newKey) }
    })
    await this.send({ now: true })
  }

  /** Removes the entry from this device only. */
  async remove(id: string): Promise<void> {
    await this.#change(id, () => undefined)
  }

  /** Sends what is due. `now` skips the pause after a failed attempt, unless the service asked for it. */
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
          // Another tab has sent this step too, and stored its answer.
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

/** The entry after a change. If its key has expired, it keeps the fault until the person decides to send it again. */
export function edited<V>({ fault, ...rest }: Entry<V>, value: V): Entry<V> {
  return { ...rest, ...(fault && isExpired(fault) && { fault }), value }
}

export const isExpired = (fault: Fault | undefined): boolean =>
  fault !== undefined && fault.status === undefined

const timeOf = (key: string): number => Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16)

/** How long the entry has waited for its answer, in milliseconds. */
export const ageOf = <V>({ step }: Entry<V>, now: number): number => (step ? now - step.at : 0)
