/** A client that reads the stream of events over a real socket. */
import assert from 'node:assert/strict'
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { waitFor } from '../wait-for.ts'

interface Event {
  id: string
  kind: string
  path?: string
  version?: number
}

export class Follower {
  readonly events: Event[] = []
  /** All text that has come so far. */
  text = ''
  /** The id from which to resume. */
  lastId: string | undefined
  retry: number | undefined
  ended = false
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #rest = ''
  #request: ClientRequest | undefined

  /** Resolves when the stream has begun. It then gets every later change. */
  static async open(url: string, headers: Record<string, string>): Promise<Follower> {
    const follower = new Follower()
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const options = { headers, agent: false, rejectUnauthorized: false }
    const send = url.startsWith('https:') ? secureRequest : request
    follower.#request = send(url, options, resolve).on('error', (error) => {
      follower.ended = true
      reject(error)
    })
    follower.#request.end()
    const response = await promise
    follower.#status = response.statusCode ?? 0
    follower.#headers = response.headers
    response.setEncoding('utf8')
    response.on('data', (text: string) => follower.#take(text))
    response.once('close', () => (follower.ended = true))
    response.once('error', () => (follower.ended = true))
    if (follower.#status === 200)
      await waitFor('the place of the stream', () => follower.lastId !== undefined || follower.ended)
    return follower
  }

  get status(): number {
    return this.#status
  }

  get headers(): IncomingHttpHeaders {
    return this.#headers
  }

  /** Each event as a line such as `match.updated /matches/ID 3`. */
  get lines(): string[] {
    return this.events.map(({ kind, path, version }) =>
      [kind, path, version].filter((one) => one !== undefined).join(' '),
    )
  }

  async until(what: string, look: (follower: this) => boolean): Promise<this> {
    await waitFor(what, () => look(this))
    return this
  }

  pause(): void {
    this.#request?.socket?.pause()
  }

  resume(): void {
    this.#request?.socket?.resume()
  }

  close(): void {
    this.#request?.destroy()
  }

  #take(text: string): void {
    this.text += text
    const frames = (this.#rest + text).split('\n\n')
    this.#rest = frames.pop() ?? ''
    for (const frame of frames) this.#frame(frame)
  }

  #frame(frame: string): void {
    let data: string | undefined
    for (const line of frame.split('\n')) {
      const colon = line.indexOf(':')
      const [field, value] = [line.slice(0, colon), line.slice(colon + 1).trim()]
      if (field === 'id') this.lastId = value
      if (field === 'retry') this.retry = Number(value)
      if (field === 'data') data = value
    }
    if (data === undefined) return
    const event = JSON.parse(data) as Event
    assert.equal(event.id, this.lastId)
    this.events.push(event)
  }
}
