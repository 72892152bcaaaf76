/** A client with one connection to each instance. It records each answer, and repeats a change until it is decided. */
import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../worlds/random.ts'
import { type Answered, type Journal, KEPT, type Sent } from './journal.ts'
import type { Request } from './request.ts'

export interface Told {
  status: number
  etag: string
  instance: number
  position: string | undefined
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- who asks says what it expects
  body: any
}

type How = Pick<Request, 'instance' | 'position'>

/** The state that all clients of a run share. */
export interface Wire {
  journal: Pick<Journal, 'write'>
  /** The ports at which clients reach the instances. */
  ports: number[]
  /** The number of changes that each instance has acknowledged. */
  acknowledged: number[]
  /** Gives each request its number. */
  next: () => number
  /** True when the run has failed, so that no more answers will come. */
  isOver: boolean
}

/** In milliseconds. The service promises an answer within 5 s. A busy machine gets more time. */
const PATIENCE = 10_000
/** In milliseconds. An export takes longer for a longer history, and waits for all other requests. */
const PATIENCE_WITH_EXPORTS = 300_000
/** The pause before a request is sent again, in milliseconds. It doubles each time, up to 1 s. */
const PAUSE = 50
/** The number of acknowledged changes that a client may send once more. */
const REMEMBERED = 50

export class Client {
  readonly by: string
  readonly #wire: Wire
  readonly #token: () => Promise<string>
  readonly #random: Random
  readonly #agents: Agent[]
  readonly #told: { asked: Request; key: string }[] = []

  constructor(by: string, token: () => Promise<string>, wire: Wire, random: Random) {
    this.by = by
    this.#wire = wire
    this.#token = token
    this.#random = random
    this.#agents = wire.ports.map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy()
  }

  /** Undefined if no answer came, or if the service was not available. */
  async read(path: string, how: How = {}): Promise<Told | undefined> {
    const told = await this.#once({ method: 'GET', path, ...how }, undefined)
    return told && told.status !== 503 && told.status !== 429 ? told : undefined
  }

  /** Reads again and again until there is an answer. */
  async find(path: string, how: How = {}): Promise<Told> {
    for (let pause = PAUSE; ; pause = Math.min(1_000, 2 * pause)) {
      const told = await this.read(path, how)
      if (told) return told
      await this.#wait(pause)
    }
  }

  /** Sends a change with the same key, each time through any instance, until it is acknowledged or refused. */
  async change(asked: Request, key: string = randomUUID()): Promise<Told> {
    for (let pause = PAUSE; ; pause = Math.min(1_000, 2 * pause)) {
      const told = await this.#once(asked, key)
      if (told && told.status < 300) {
        this.#wire.acknowledged[told.instance] = (this.#wire.acknowledged[told.instance] ?? 0) + 1
        this.#remember(asked, key)
      }
      if (told && told.status !== 503 && told.status !== 429) return told
      await this.#wait(pause)
    }
  }

  /** Sends an acknowledged change once more. */
  async again(): Promise<void> {
    const old = this.#random.pick(this.#told)
    if (old) await this.change(old.asked, old.key)
  }

  /** Sends another request with a key that was used before. */
  async reuse(other: Request): Promise<void> {
    const old = this.#random.pick(this.#told)
    if (old) await this.#once(other, old.key)
  }

  #remember(asked: Request, key: string): void {
    if (this.#told.some((one) => one.key === key)) return
    if (this.#told.length < REMEMBERED) this.#told.push({ asked, key })
    else this.#told[this.#random.below(REMEMBERED)] = { asked, key }
  }

  async #wait(ms: number): Promise<void> {
    if (this.#wire.isOver) throw new Error('The run has failed.')
    await sleep(ms)
  }

  #any(): number {
    return this.#random.below(this.#wire.ports.length)
  }

  async #once(
    { method, path, body, ifMatch, position, instance = this.#any() }: Request,
    key: string | undefined,
  ): Promise<Told | undefined> {
    const { journal, next } = this.#wire
    const n = next()
    const token = await this.#token()
    const sent: Sent = {
      is: 'sent',
      n,
      by: this.by,
      instance,
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
      ...(ifMatch === undefined ? {} : { ifMatch }),
      ...(position === undefined ? {} : { position }),
    }
    await journal.write(sent)
    const since = performance.now()
    let answer: Omit<Answered, 'is' | 'n' | 'ms'>
    try {
      answer = await this.#exchange(sent, token)
    } catch (error) {
      await journal.write({ is: 'silent', n, why: (error as Error).message })
      return undefined
    }
    await journal.write({ is: 'answered', n, ms: Math.round(performance.now() - since), ...answer })
    const { status, headers, text } = answer
    return {
      status,
      etag: headers['etag'] ?? '',
      instance,
      position: headers['scorebook-position'],
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }

  #exchange(sent: Sent, token: string): Promise<Omit<Answered, 'is' | 'n' | 'ms'>> {
    const { instance, method, path, body, key, ifMatch, position } = sent
    return new Promise((resolve, reject) => {
      const asked = request({
        port: this.#wire.ports[instance],
        host: '127.0.0.1',
        agent: this.#agents[instance],
        method,
        path: `/api/v1${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          ...(position === undefined ? {} : { 'scorebook-position': position }),
        },
        signal: AbortSignal.timeout(path.endsWith('/export') ? PATIENCE_WITH_EXPORTS : PATIENCE),
      })
      asked.on('error', reject)
      asked.on('response', (response) => void read(response).then(resolve, reject))
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

/** An incomplete answer counts as no answer. */
async function read(response: IncomingMessage): Promise<Omit<Answered, 'is' | 'n' | 'ms'>> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  const headers = KEPT.flatMap((name) => {
    const value = response.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    text: Buffer.concat(pieces).toString(),
  }
}
