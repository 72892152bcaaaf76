/** Stands between a client and a service, and does on purpose what networks and proxies do: cuts, refuses, redirects, is silent. */
import { once } from 'node:events'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to one request. */
type Fault =
  | 'pass'
  /** The connection ends before the service gets the request. */
  | 'lose'
  /** The service does what it is asked for, and the connection ends before its answer. */
  | 'cut'
  /** The answer breaks off after its first bytes. */
  | 'break'
  /** Nothing comes back, and nothing is closed. */
  | 'swallow'
  | { status: number; headers: Record<string, string> }

interface Seen {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

export class Between {
  readonly seen: Seen[] = []
  /** The faults of the next requests; after them everything passes. */
  readonly faults: Fault[] = []
  /** Streams that are passing at the moment. */
  open = 0
  readonly #server: Server
  readonly #target: () => string

  private constructor(target: () => string) {
    this.#target = target
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing))
  }

  static async to(target: string | (() => string)): Promise<Between> {
    const between = new Between(typeof target === 'string' ? () => target : target)
    between.#server.listen(0, '127.0.0.1')
    await once(between.#server, 'listening')
    return between
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The values of a header in the requests so far. */
  sent(header: string): (string | undefined)[] {
    return this.seen.map(({ headers }) => headers[header] as string | undefined)
  }

  /** Ends all open connections, as a network does that changes. */
  cutAll(): void {
    this.#server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming
    this.seen.push({ method, path, headers })
    const fault = this.faults.shift() ?? 'pass'
    if (fault === 'swallow') return
    if (fault === 'lose') return void incoming.destroy()
    if (typeof fault === 'object') return void outgoing.writeHead(fault.status, fault.headers).end()
    const forwarded = request(this.#target() + path, { method, headers, agent: false })
    outgoing.once('close', () => forwarded.destroy())
    forwarded.once('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
    const [answer] = (await once(forwarded, 'response').catch(() => [])) as [IncomingMessage?]
    if (!answer) return
    answer.once('error', () => outgoing.destroy())
    if (fault === 'cut') return void answer.once('end', () => outgoing.destroy()).resume()
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    if (fault === 'break') {
      outgoing.write('{')
      return void setImmediate(() => outgoing.destroy())
    }
    if (path.endsWith('/events')) {
      this.open++
      outgoing.once('close', () => this.open--)
    }
    answer.pipe(outgoing)
  }
}
