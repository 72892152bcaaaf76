/** A client that changes something, reads it at once, and records the answer. A failed change is sent again. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Course } from './course.ts'
import type { Answer, Instance } from './instance.ts'

export interface Entry {
  name: string
  /** The position after the change, from its answer. */
  position: bigint
  attempts: number
  /** Who acknowledged it, and when. */
  instance: number
  at: number
  /** How many primaries had been replaced when the request was sent. */
  forksBefore: number
}

export interface Journal {
  /** What was acknowledged. */
  entries: Entry[]
  pairs: number
  missed: number
  pairsElsewhere: number
  missedElsewhere: number
}

/** In milliseconds, before a failed request is sent again. */
const PAUSE = 100

export class Writer {
  readonly journal: Journal = { entries: [], pairs: 0, missed: 0, pairsElsewhere: 0, missedElsewhere: 0 }
  readonly token: string
  readonly #name: string
  readonly #instances: Instance[]
  readonly #course: Course
  #stopped = false
  #n = 0

  constructor(name: string, token: string, instances: Instance[], course: Course) {
    this.#name = name
    this.token = token
    this.#instances = instances
    this.#course = course
  }

  /** Lets the service meet the client. */
  async begin(): Promise<void> {
    await this.#answer(0, 'GET', '/users/me')
  }

  async work(): Promise<void> {
    while (!this.#stopped) {
      await this.#pair(`${this.#name} ${this.#n++}`)
      if (this.#n % 4 === 0) await this.#elsewhere()
    }
  }

  stop(): void {
    this.#stopped = true
  }

  async #pair(name: string): Promise<void> {
    const key = { 'idempotency-key': randomUUID() }
    for (let attempts = 1; !this.#stopped; attempts++) {
      const instance = this.#any()
      const forksBefore = this.#course.forks.length
      const made = await this.#send(instance, 'POST', '/ghost-players', { displayName: name }, key)
      if (made !== undefined && made.status !== 503)
        return this.#written(made, { name, attempts, instance, forksBefore })
      await sleep(PAUSE)
    }
  }

  async #written(
    made: Answer,
    facts: Pick<Entry, 'name' | 'attempts' | 'instance' | 'forksBefore'>,
  ): Promise<void> {
    const { name, instance } = facts
    if (made.status !== 201)
      throw new Error(`${name} was answered ${made.status}: ${JSON.stringify(made.body)}`)
    const at = performance.now()
    const position = made.headers.get('scorebook-position')
    if (position === null) throw new Error('A change told no position.')
    const losses = this.#course.losses()
    const path = `/ghost-players/${made.body.id}`
    this.journal.entries.push({ ...facts, position: BigInt(position), at })

    // Strictly: through the same instance, or through any with the position. Then through another one without it.
    const withPosition = this.#n % 2 === 0
    const headers: Record<string, string> = withPosition ? { 'scorebook-position': position } : {}
    const there = await this.#answer(withPosition ? this.#any() : instance, 'GET', path, headers)
    if (losses !== this.#course.losses()) return // the primary was killed meanwhile, and may have taken it along
    this.journal.pairs++
    if (there.status !== 200) this.journal.missed++
  }

  async #elsewhere(): Promise<void> {
    const name = `${this.#name} elsewhere ${this.#n++}`
    const instance = this.#any()
    const key = { 'idempotency-key': randomUUID() }
    const made = await this.#send(instance, 'POST', '/ghost-players', { displayName: name }, key)
    if (made?.status !== 201) return
    const other = (instance + 1) % this.#instances.length
    const answer = await this.#send(other, 'GET', `/ghost-players/${made.body.id}`)
    if (answer === undefined || answer.status === 503) return
    this.journal.pairsElsewhere++
    if (answer.status !== 200) this.journal.missedElsewhere++
  }

  #any(): number {
    return Math.floor(Math.random() * this.#instances.length)
  }

  async #send(
    instance: number,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer | undefined> {
    return this.#instances[instance]?.send(this.token, method, path, body, headers)
  }

  /** Asks until there is an answer. */
  async #answer(
    instance: number,
    method: 'GET',
    path: string,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    for (;;) {
      const answer = await this.#send(instance, method, path, undefined, headers)
      if (answer !== undefined && answer.status !== 503) return answer
      await sleep(PAUSE)
    }
  }
}
