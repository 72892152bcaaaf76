/** The clients of a drill while they work on instances, and everything that they were answered. */
import { Client, type Wire } from '../../torture/client.ts'
import type { Entry } from '../../torture/journal.ts'
import { waitFor } from '../../wait-for.ts'
import { randomOf } from '../../worlds/random.ts'
import { Pairs, count, write } from './clients.ts'

interface Options {
  ports: number[]
  writers: number
  readers: number
  /** Begins the names of what they make. */
  name?: string
  token: (subject: string) => Promise<string>
  /** The number of failovers so far in which acknowledged changes may have been lost. */
  losses: () => number
}

/** An entry of the journal, and the milliseconds at which it was written. */
export interface Timed {
  entry: Entry
  at: number
}

export class Crowd {
  readonly timed: Timed[] = []
  readonly pairs = new Pairs()
  readonly counts = { here: { answers: 0, backwards: 0 }, elsewhere: { answers: 0, backwards: 0 } }
  readonly #wire: Wire
  readonly #clients: Client[] = []
  #working: Promise<unknown> = Promise.resolve()
  #failed: Promise<never> = new Promise(() => {})
  #isOver = false

  private constructor(ports: number[]) {
    let n = 0
    this.#wire = {
      journal: { write: async (entry) => this.note(entry) },
      ports,
      acknowledged: ports.map(() => 0),
      next: () => ++n,
      isOver: false,
    }
  }

  static async start({ ports, writers, readers, name = '', token, losses }: Options): Promise<Crowd> {
    const crowd = new Crowd(ports)
    const nameOf = (number: number) => `${name}writer ${number}`
    const clientOf = async (number: number, seed: number) => {
      const own = await token(nameOf(number))
      const client = new Client(nameOf(number), async () => own, crowd.#wire, randomOf(seed))
      crowd.#clients.push(client)
      return client
    }
    const load = { instances: ports.length, losses, isOver: () => crowd.#isOver }
    const writing = await Promise.all(Array.from({ length: writers }, (_, n) => clientOf(n, n)))
    const reading = await Promise.all(
      Array.from({ length: readers }, (_, n) => clientOf(n % writers, writers + n)),
    )
    for (const writer of writing) await writer.find('/users/me')
    const { here, elsewhere } = crowd.counts
    const working = Promise.all([
      ...writing.map((writer) => write(writer, writer.by, load, crowd.pairs)),
      ...reading.map((reader, n) => count(reader, n % 2 === 0, load, n % 2 === 0 ? here : elsewhere)),
    ])
    crowd.#working = working
    crowd.#failed = working.then(() => new Promise<never>(() => {}))
    crowd.#failed.catch(() => {}) // whoever waits for it gets it
    return crowd
  }

  get entries(): Entry[] {
    return this.timed.map(({ entry }) => entry)
  }

  /** The number of changes that each instance has acknowledged. */
  get acknowledged(): readonly number[] {
    return this.#wire.acknowledged
  }

  note(entry: Entry): void {
    this.timed.push({ entry, at: performance.now() })
  }

  /** Waits until this number of changes were read again. Fails if a client gets a wrong answer. */
  enough(pairs: number): Promise<void> {
    return this.orFailed(waitFor('writes and reads', () => this.pairs.strict.all >= pairs, 3_600_000))
  }

  orFailed<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#failed, work])
  }

  /** Lets each client end what it has begun. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#working
  }

  close(): void {
    this.#isOver = this.#wire.isOver = true
    for (const client of this.#clients) client.close()
  }
}
