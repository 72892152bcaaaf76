/** A connection to a service: sends requests with keys and ETags, and turns answers into values or problems. */
import { Etags } from './etags.ts'
import { newKey } from './keys.ts'
import {
  type AnyInput,
  type CallOptions,
  type Given,
  type Input,
  type Operation,
  type Types,
  asked,
  placed,
} from './operation.ts'
import { Problem, problemOf } from './problem.ts'
import type { Outgoing, Reply } from './reply.ts'
import { type RetryPolicy, send } from './retry.ts'

export interface ConnectionOptions {
  /** Where the service is, for example `https://scorebook.example.org`. */
  url: string
  /** The milliseconds for which a request is tried again while the service or the network is away. By default 30,000. */
  retryFor?: number | undefined
  /** The milliseconds after which one try is given up. By default 60,000. */
  timeout?: number | undefined
  /** In place of the runtime's `fetch`. */
  fetch?: typeof fetch | undefined
  /** Called before a request is sent again. If it returns false, the request is not sent again. */
  onRetry?: RetryPolicy['onRetry']
  /** The path of the API at `url`. By default `/api/v1`. */
  prefix?: string | undefined
  /**
   * The headers that say who calls, asked for before each request. After a 401 it gets what was refused; the request is sent again
   * if it then returns headers, until the tenth 401.
   */
  identify?: Identify | undefined
}

export type Identify = (refused?: Refused) => Identity | undefined | Promise<Identity | undefined>

export type Identity = Readonly<Record<string, string>>

export interface Refused {
  headers: Headers
  /** What was sent. */
  identity: Identity
  /** How often this request was refused with a 401. */
  times: number
  options: CallOptions
}

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
  etag: string | undefined
  /** The path of a new resource, below `/api/v1`. */
  location: string | undefined
}

export interface RequestOptions extends CallOptions {
  headers?: Record<string, string> | Headers | undefined
  /** Sent as it is. A text is JSON unless `content-type` says otherwise. */
  body?: string | Blob | undefined
  /** True if the request changes nothing when it is done twice. It is then sent again without a key. */
  isSafe?: boolean | undefined
}

export class Connection {
  readonly #options: ConnectionOptions
  readonly #prefix: string
  readonly #base: string
  readonly #etags = new Etags()

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#prefix = options.prefix ?? '/api/v1'
    this.#base = options.url.replace(/\/+$/, '') + this.#prefix
  }

  /** Calls an operation, and returns its whole answer: status, headers and body. */
  async answer<T extends Types>(
    operation: Operation<T>,
    ...[given]: Given<Input<T>>
  ): Promise<Answer<T['answer']>> {
    const input = (given ?? {}) as AnyInput
    const { method, path } = operation
    const at = placed(path, input.params)
    const resource = placed(versionPathOf(operation), input.params)
    const outgoing = {
      method,
      headers: this.#headersOf(operation, resource, input),
      body: bodyOf(input.body),
    }
    const reply = await this.exchange(at + asked(input.query), outgoing, input)
    const { status } = reply
    if (status >= 200 && status < 300) return this.#answerOf(reply, resource, method)
    if (status === 404 || status === 412) this.#etags.see(resource, undefined)
    throw problemOf(reply)
  }

  /**
   * Sends any request below `/api/v1`, and returns the answer whatever its status. A change is sent again only if its headers have
   * an `idempotency-key`, or if it is safe.
   */
  request(
    method: string,
    path: string,
    { body, headers, isSafe, ...options }: RequestOptions = {},
  ): Promise<Reply> {
    const lowerCase = Object.fromEntries(new Headers(headers))
    return this.exchange(path, { method, headers: lowerCase, body, isSafe }, options)
  }

  /** Opens a stream below `/api/v1`. The answer comes before its body has arrived; undefined if there is none. */
  open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response | undefined> {
    const { fetch = globalThis.fetch } = this.#options
    return this.#identified(
      (own) =>
        fetch(this.#base + path, { headers: { ...own, ...headers }, redirect: 'manual', signal }).catch(
          () => undefined,
        ),
      { retryFor: 0, signal },
    )
  }

  /** The ETag that the client would send for a path such as `/matches/ID`. */
  etagOf(path: string): string | undefined {
    return this.#etags.of(path)
  }

  /** For an ETag that came from elsewhere, for example from your own store. Without an ETag the path is forgotten. */
  seeEtag(path: string, etag: string | undefined): void {
    this.#etags.see(path, etag)
  }

  #headersOf({ method, versionOf, creates, media }: Operation, resource: string, input: AnyInput) {
    const etag = input.ifMatch ?? (versionOf === undefined ? undefined : this.#etags.of(resource))
    return {
      ...(method === 'GET' ? {} : { 'idempotency-key': input.key ?? newKey() }),
      ...(etag === undefined ? (creates ? { 'if-none-match': '*' } : {}) : { 'if-match': etag }),
      ...(input.body === undefined ? {} : { 'content-type': mediaOf(input.body, media) }),
    }
  }

  protected exchange(path: string, outgoing: Outgoing, options: CallOptions): Promise<Reply> {
    const { fetch = globalThis.fetch, retryFor = 30_000, timeout = 60_000, onRetry } = this.#options
    const policy = { retryFor: options.retryFor ?? retryFor, timeout, fetch, signal: options.signal, onRetry }
    return this.#identified(
      (own) => send(this.#base + path, { ...outgoing, headers: { ...own, ...outgoing.headers } }, policy),
      options,
    )
  }

  async #identified<R extends Pick<Reply, 'status' | 'headers'> | undefined>(
    attempt: (identity: Identity) => Promise<R>,
    options: CallOptions,
  ): Promise<R> {
    const { identify } = this.#options
    let identity = await identify?.()
    for (let times = 1; ; times++) {
      const reply = await attempt(identity ?? {})
      if (reply?.status !== 401) return reply
      identity = await identify?.({ headers: reply.headers, identity: identity ?? {}, times, options })
      if (!identity || times >= MOST_REFUSALS) return reply
    }
  }

  #answerOf<T>({ status, headers, text, blob }: Reply, resource: string, method: string): Answer<T> {
    const etag = headers.get('etag') ?? undefined
    const location = headers.get('location')?.split(this.#prefix).at(-1)
    // A POST that makes something changes no version of the resource at its own path.
    if (status === 201 && location !== undefined) this.#etags.see(location, etag)
    else if (method !== 'POST' || etag !== undefined) this.#etags.see(resource, etag)
    const isJson = headers.get('content-type')?.includes('json')
    if (text !== '' && !isJson) throw new Problem(status, { detail: NO_SCOREBOOK })
    const body = (blob ?? (text === '' ? undefined : JSON.parse(text))) as T
    return { status, headers, body, etag, location }
  }
}

const mediaOf = (body: unknown, media: readonly string[] = ['application/json']) =>
  media.find((type) => body instanceof Blob && body.type === type) ?? media[0] ?? 'application/octet-stream'

/** A function that ignores what was refused would never end. */
const MOST_REFUSALS = 10

/** The path of the resource whose ETag an operation sends or gets. */
export const versionPathOf = ({ versionOf, path }: Operation): string => versionOf ?? path

/** A captive portal or a wrong URL answers like this. */
const NO_SCOREBOOK = 'The answer is no JSON. Is there a Scorebook at this URL?'

const bodyOf = (body: unknown): string | Blob | undefined =>
  body === undefined || body instanceof Blob ? body : JSON.stringify(body)
