/** The client: sends requests with tokens, keys and ETags, and turns answers into values or errors. */
import { Etags } from './etags.ts'
import { Events, type FollowOptions } from './events.ts'
import { newKey } from './keys.ts'
import {
  type AnyInput,
  type CallOptions,
  type Given,
  type Input,
  type ItemOf,
  type Operation,
  type Page,
  type Place,
  type StreamOperation,
  type Types,
  asked,
  placed,
} from './operation.ts'
import { itemsOf, pagesOf } from './pages.ts'
import { PreconditionFailed, Problem, documentOf, problemOf } from './problem.ts'
import type { Outgoing, Reply } from './reply.ts'
import { type RetryPolicy, send } from './retry.ts'

/** Returns an access token, at once or later. After a 401 it gets the refused token, and should return another one. */
export type TokenFunction = (refused?: string) => string | Promise<string>

export interface ScorebookOptions {
  /** Where the service is, for example `https://scorebook.example.org`. */
  url: string
  /** An access token, or a function that is asked for one before each request. */
  token?: string | TokenFunction | undefined
  /** The milliseconds for which a request is tried again while the service or the network is away. By default 30,000. */
  retryFor?: number | undefined
  /** The milliseconds after which one try is given up. By default 60,000. */
  timeout?: number | undefined
  /** In place of the runtime's `fetch`. */
  fetch?: typeof fetch | undefined
  /** Called before a request is sent again. If it returns false, the request is not sent again. */
  onRetry?: RetryPolicy['onRetry']
  /** More headers for each request. */
  headers?: (() => Record<string, string>) | undefined
  /** The path of the API at `url`. By default `/api/v1`. */
  prefix?: string | undefined
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
}

/** A client of one service, for one person or app. It remembers ETags, so use one for all calls. */
export const connect = (options: ScorebookOptions): Scorebook => new Scorebook(options)

export class Scorebook {
  readonly #options: ScorebookOptions
  readonly #prefix: string
  readonly #base: string
  readonly #etags = new Etags()
  /** The newest change of this client that an answer has named. With it, a read shows that change at any standby. */
  #position = ''

  constructor(options: ScorebookOptions) {
    this.#options = options
    this.#prefix = options.prefix ?? '/api/v1'
    this.#base = options.url.replace(/\/+$/, '') + this.#prefix
  }

  /** Calls an operation, and returns the body of its answer. Throws `Problem`, `PreconditionFailed` or `Offline`. */
  async call<T extends Types>(operation: Operation<T>, ...given: Given<Input<T>>): Promise<T['answer']> {
    return (await this.answer(operation, ...given)).body
  }

  /** Calls an operation, and returns its whole answer: status, headers and body. */
  async answer<T extends Types>(
    operation: Operation<T>,
    ...[given]: Given<Input<T>>
  ): Promise<Answer<T['answer']>> {
    const input = (given ?? {}) as AnyInput
    const { method, path, versionOf } = operation
    const at = placed(path, input.params)
    const resource = versionOf === undefined ? at : placed(versionOf, input.params)
    const reply = await this.#exchange(
      at + asked(input.query),
      { method, headers: this.#headersOf(operation, resource, input), body: bodyOf(input.body) },
      input,
    )
    if (reply.status >= 200 && reply.status < 300) return this.#answerOf(reply, resource, method)
    if (reply.status === 404 || reply.status === 412) this.#etags.see(resource, undefined)
    if (reply.status === 412) throw await this.#failed(reply, operation, resource, input)
    throw problemOf(reply)
  }

  /** The pages of a list, which are read one by one as the loop asks for them. */
  pages<T extends Types & { answer: Page }>(
    list: Operation<T>,
    ...[given]: Given<Place<T> & CallOptions>
  ): AsyncIterable<T['answer']> {
    const input = (given ?? {}) as AnyInput
    return pagesOf((cursor) => {
      const query = cursor === undefined ? input.query : { ...input.query, cursor }
      return this.call(list, ...([{ ...input, query }] as unknown as Given<Input<T>>))
    })
  }

  /** The items of a list, of all its pages. */
  items<T extends Types & { answer: Page }>(
    list: Operation<T>,
    ...given: Given<Place<T> & CallOptions>
  ): AsyncIterable<ItemOf<T>> {
    return itemsOf(this.pages(list, ...given) as AsyncIterable<Page<ItemOf<T>>>)
  }

  /** What changes from now on, or after `lastEventId`. The loop goes on until `signal` aborts or the service refuses. */
  follow<E>(stream: StreamOperation<E>, options: FollowOptions = {}): Events<E> {
    const { fetch = globalThis.fetch } = this.#options
    const open = (headers: Record<string, string>, signal: AbortSignal) =>
      fetch(this.#base + stream.path, { headers, redirect: 'manual', signal }).catch(() => undefined)
    return new Events<E>(
      (place, signal) => this.#authorized((headers) => open({ ...headers, ...place }, signal)),
      options,
    )
  }

  /**
   * Sends any request below `/api/v1`, and returns the answer whatever its status. A change is sent again only if its headers have
   * an `idempotency-key`.
   */
  request(method: string, path: string, { body, headers, ...options }: RequestOptions = {}): Promise<Reply> {
    const lowerCase = Object.fromEntries(new Headers(headers))
    return this.#exchange(path, { method, headers: lowerCase, body }, options)
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
      ...(input.body === undefined ? {} : { 'content-type': media ?? 'application/json' }),
    }
  }

  async #exchange(path: string, outgoing: Outgoing, options: CallOptions): Promise<Reply> {
    const { fetch = globalThis.fetch, retryFor = 30_000, timeout = 60_000, onRetry } = this.#options
    const policy = { retryFor: options.retryFor ?? retryFor, timeout, fetch, signal: options.signal, onRetry }
    const reads = outgoing.method === 'GET' && this.#position !== ''
    const position = reads ? { 'scorebook-position': this.#position } : {}
    const reply = await this.#authorized((headers) =>
      send(
        this.#base + path,
        { ...outgoing, headers: { ...position, ...headers, ...outgoing.headers } },
        policy,
      ),
    )
    const seen = reply.headers.get('scorebook-position')
    if (seen !== null && isLater(seen, this.#position)) this.#position = seen
    return reply
  }

  /** Sends with a token, and after a 401 once more with another token. */
  async #authorized<R extends { status: number } | undefined>(
    attempt: (headers: Record<string, string>) => Promise<R>,
  ): Promise<R> {
    const { token, headers } = this.#options
    const send = (bearer: string | undefined) =>
      attempt({ ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }), ...headers?.() })
    if (typeof token !== 'function') return send(token)
    const first = await token()
    const reply = await send(first)
    if (reply?.status !== 401) return reply
    const second = await token(first)
    return second === first ? reply : send(second)
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

  async #failed(reply: Reply, operation: Operation, resource: string, input: AnyInput): Promise<Problem> {
    const now = await this.#exchange(resource, { method: 'GET', headers: {} }, input).catch(() => undefined)
    input.signal?.throwIfAborted()
    const fresh = now?.status === 200 ? this.#answerOf<unknown>(now, resource, 'GET') : undefined
    return new PreconditionFailed(
      reply.status,
      documentOf(reply),
      operation,
      fresh && { body: fresh.body, etag: fresh.etag },
    )
  }
}

/** A captive portal or a wrong URL answers like this. */
const NO_SCOREBOOK = 'The answer is no JSON. Is there a Scorebook at this URL?'

/** Positions are numbers that a double cannot hold. */
const isLater = (one: string, other: string) =>
  one.length === other.length ? one > other : one.length > other.length

const bodyOf = (body: unknown): string | Blob | undefined =>
  body === undefined || body instanceof Blob ? body : JSON.stringify(body)
