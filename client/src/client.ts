/** The client: a connection with tokens, lists, events, and the fresh resource after a conflict. */
import {
  type Answer,
  Connection,
  type ConnectionOptions,
  type Identify,
  type Identity,
  versionPathOf,
} from './connection.ts'
import { Events, type FollowOptions } from './events.ts'
import type {
  AnyInput,
  CallOptions,
  Given,
  Input,
  ItemOf,
  Operation,
  Page,
  Place,
  StreamOperation,
  Types,
} from './operation.ts'
import { itemsOf, pagesOf } from './pages.ts'
import { PreconditionFailed, Problem } from './problem.ts'
import type { Outgoing, Reply } from './reply.ts'

/** Returns an access token, at once or later. After a 401 it gets the refused token, and should return another one. */
export type TokenFunction = (refused?: string) => string | Promise<string>

export interface ScorebookOptions extends ConnectionOptions {
  /** An access token, or a function that is asked for one before each request. */
  token?: string | TokenFunction | undefined
  /** More headers for each request. */
  headers?: (() => Record<string, string>) | undefined
}

/** A client of one service, for one person or app. It remembers ETags, so use one for all calls. */
export const connect = (options: ScorebookOptions): Scorebook => new Scorebook(options)

export class Scorebook extends Connection {
  /** The newest change of this client that an answer has named. With it, a read shows that change at any standby. */
  #position = ''

  constructor(options: ScorebookOptions) {
    super({ ...options, identify: identifyBy(options) })
  }

  /** Calls an operation, and returns the body of its answer. Throws `Problem`, `PreconditionFailed` or `Offline`. */
  async call<T extends Types>(operation: Operation<T>, ...given: Given<Input<T>>): Promise<T['answer']> {
    return (await this.answer(operation, ...given)).body
  }

  override async answer<T extends Types>(
    operation: Operation<T>,
    ...given: Given<Input<T>>
  ): Promise<Answer<T['answer']>> {
    try {
      return await super.answer(operation, ...given)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 412) throw error
      throw await this.#failed(error, operation, (given[0] ?? {}) as AnyInput)
    }
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
    return new Events<E>((place, signal) => this.open(stream.path, place, signal), options)
  }

  protected override async exchange(path: string, outgoing: Outgoing, options: CallOptions): Promise<Reply> {
    const reads = outgoing.method === 'GET' && this.#position !== ''
    const headers = { ...(reads && { 'scorebook-position': this.#position }), ...outgoing.headers }
    const reply = await super.exchange(path, { ...outgoing, headers }, options)
    const seen = reply.headers.get('scorebook-position')
    if (seen !== null && isLater(seen, this.#position)) this.#position = seen
    return reply
  }

  async #failed(refused: Problem, operation: Operation, input: AnyInput): Promise<Problem> {
    const { params, signal, retryFor } = input
    const read: Operation = { method: 'GET', path: versionPathOf(operation) }
    const fresh = await super
      .answer(read, { params: params as undefined, signal, retryFor })
      .catch(() => undefined)
    signal?.throwIfAborted()
    return new PreconditionFailed(refused, operation, fresh)
  }
}

/** Positions are numbers that a double cannot hold. */
const isLater = (one: string, other: string) =>
  one.length === other.length ? one > other : one.length > other.length

/** A function is asked for another token once for each request, and a refused one is not sent again. */
function identifyBy({ token, headers, identify }: ScorebookOptions): Identify {
  const withHeaders = (bearer: string | undefined): Identity => ({
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...headers?.(),
  })
  return async (refused) => {
    if (identify) {
      const own = await identify(refused)
      return own && { ...withHeaders(undefined), ...own }
    }
    if (typeof token !== 'function') return refused ? undefined : withHeaders(token)
    const last = refused?.identity['authorization']?.slice('Bearer '.length)
    if (refused && refused.times > 1) return undefined
    const next = await token(last)
    return next === last ? undefined : withHeaders(next)
  }
}
