/** A client that sends requests to a service in another process, and prints how long each took and what memory. */
import { uuidv7 } from '../src/db/uuid.ts'
import { forgetPeak, resident } from './resident.ts'
import type { Child } from './sides.ts'

export class TimedClient {
  idle = 0
  readonly #service: Child
  readonly #token: string

  constructor(service: Child, token: string) {
    this.#service = service
    this.#token = token
  }

  get #pid(): number {
    return this.#service.process.pid ?? 0
  }

  /** Waits until the process is at rest, so that what it holds then is what it holds when idle. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    this.idle = resident(this.#pid).now
  }

  async send(what: string, method: string, path: string, body?: object, status = 200, known?: string) {
    const payload = body === undefined ? null : JSON.stringify(body)
    forgetPeak(this.#pid)
    const since = performance.now()
    const response = await fetch(`http://127.0.0.1:${this.#service.port}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'idempotency-key': uuidv7(),
        ...(payload === null ? {} : { 'content-type': 'application/json' }),
        ...(known === undefined ? {} : { 'if-none-match': known }),
      },
      body: payload,
    })
    const text = await response.text()
    const took = performance.now() - since
    if (response.status !== status) throw new Error(`${what}: ${response.status} ${text.slice(0, 500)}`)
    const { peak, now } = resident(this.#pid)
    const figures = [took, peak - this.idle, now - this.idle].map((figure, n) =>
      figure.toFixed(0).padStart([8, 16, 13][n] ?? 0),
    )
    if (this.idle > 0)
      process.stdout.write(`${what.padEnd(44)}${figures.join('')}   ${status} ${text.slice(0, 90)}\n`)
    return { etag: response.headers.get('etag') ?? '', body: text === '' ? {} : (JSON.parse(text) as object) }
  }
}
