/** A request that the fuzz makes. It can be sent again. */
import { Agent, request } from 'node:http'

export interface Asked {
  /** What the request was meant to be, such as `valid createMatch`. */
  meant: string
  /** The caller whose token is sent; undefined for no token. */
  by: string | undefined
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Got {
  status: number
  headers: Record<string, string | undefined>
  text: string
}

/** In milliseconds. The service answers within 5 s, and a busy machine gets more time. */
const PATIENCE = 60_000

export class Wire {
  readonly #url: URL
  readonly #tokens: Map<string, string>
  readonly #agent: Agent

  constructor(url: string, tokens: Map<string, string>, connections: number) {
    this.#url = new URL(url)
    this.#tokens = tokens
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Sends a request. If there is no answer, returns a sentence that says how the connection ended. */
  send({ by, method, path, headers, body }: Asked): Promise<Got | string> {
    const token = by === undefined ? undefined : (this.#tokens.get(by) ?? by)
    return new Promise((resolve) => {
      const sent = request({
        host: this.#url.hostname,
        port: this.#url.port,
        agent: this.#agent,
        method,
        path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          // Without this header, Node sends the body of a GET or DELETE as if it were the next request.
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
        signal: AbortSignal.timeout(PATIENCE),
      })
      const since = performance.now()
      const unanswered = ({ message }: Error) =>
        resolve(
          `There was no answer: ${message} after ${Math.round(performance.now() - since)} ms, on a connection that ${sent.reusedSocket ? 'had answered before' : 'was new'}.`,
        )
      sent.on('error', unanswered)
      sent.on('response', (response) => {
        const pieces: Buffer[] = []
        const answered = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Got['headers'],
            text: Buffer.concat(pieces).toString(),
          })
        response.on('data', (piece: Buffer) => {
          pieces.push(piece)
          if (!isStream(response.headers)) return
          answered() // the first part of a stream is enough, because a stream does not end by itself
          response.destroy()
        })
        response.on('error', unanswered)
        response.on('end', answered)
      })
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

export const isJson = (headers: Got['headers']): boolean => headers['content-type']?.includes('json') === true

export const isStream = (headers: { 'content-type'?: string | undefined }): boolean =>
  headers['content-type'] === 'text/event-stream'

/** A command that sends the request again. */
export function asCommand({ by, method, path, headers, body }: Asked): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const lines = [
    ...(by === undefined ? [] : [`authorization: Bearer <token of ${by}>`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return [
    `curl -i -X ${method} ${quoted(`$URL${path}`)}`,
    ...lines.map((line) => `-H ${quoted(line)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ].join(' ')
}
