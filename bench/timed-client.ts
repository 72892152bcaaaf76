/** A client that sends requests to a service in another process, and prints the time and the memory of each. */
import { call } from './call.ts'
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

  /** Waits until the process is at rest, to measure its memory when idle. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    this.idle = resident(this.#pid).now
  }

  async send(what: string, method: string, path: string, body?: object, status = 200, known?: string) {
    forgetPeak(this.#pid)
    const since = performance.now()
    const answer = await call(this.#service, this.#token, {
      method,
      path,
      statuses: [status],
      ...(body === undefined ? {} : { body }),
      ...(known === undefined ? {} : { headers: { 'if-none-match': known } }),
    })
    const took = performance.now() - since
    const { peak, now } = resident(this.#pid)
    const figures = [took, peak - this.idle, now - this.idle].map((figure, n) =>
      figure.toFixed(0).padStart([8, 16, 13][n] ?? 0),
    )
    if (this.idle > 0)
      process.stdout.write(`${what.padEnd(44)}${figures.join('')}   ${status} ${answer.body.slice(0, 90)}\n`)
    return { etag: answer.etag, body: answer.body === '' ? {} : (JSON.parse(answer.body) as object) }
  }
}
