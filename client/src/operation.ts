/** What an operation of the API is to a client: its facts, and the types of what goes in and comes out. */

/** Only the compiler uses these types. `resource` is what an operation with a version changes. */
export interface Types {
  params: unknown
  query: unknown
  body: unknown
  answer: unknown
  resource?: unknown
}

export interface Operation<T extends Types = Types> {
  readonly method: string
  /** Below `/api/v1`, with parameters in braces. */
  readonly path: string
  /** The path of the resource whose ETag the change sends as If-Match. Absent if the operation needs no version. */
  readonly versionOf?: string
  /** True if the operation makes the resource if there is none. It then sends `If-None-Match: *` for an unseen resource. */
  readonly creates?: boolean
  /** The media types that the body may have, if it is not JSON. A body without one of these types is sent as the first. */
  readonly media?: readonly string[]
  readonly stream?: never
  /** Never there. */
  readonly types?: T
}

/** An operation whose answer stays open, and brings one event after another. */
export interface StreamOperation<E = unknown> {
  readonly method: string
  readonly path: string
  readonly stream: true
  /** Never there. */
  readonly types?: E
}

export interface Page<T = unknown> {
  items: T[]
  nextCursor: string | null
}

/** What each item of a list is. */
export type ItemOf<T extends Types> = T['answer'] extends { items: (infer I)[] } ? I : never

type Params<V> = unknown extends V ? { params?: undefined } : { params: V }
type Query<V> = undefined extends V ? { query?: undefined } : { query?: V }
type Body<V> = undefined extends V ? { body?: V } : { body: V }

/** The parameters of the path and the query. */
export type Place<T extends Types> = Params<T['params']> & Query<T['query']>

/** What a caller may set for one call. */
export interface CallOptions {
  /** Ends the call. The promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** The milliseconds for which a call is tried again, in place of the client's. 0 sends it once. */
  retryFor?: number | undefined
}

export interface ChangeOptions extends CallOptions {
  /** The Idempotency-Key, a UUID. Give one to send the same change again after your program was stopped. */
  key?: string | undefined
  /** The ETag to send, in place of the last one that the client has seen. */
  ifMatch?: string | undefined
}

export type Input<T extends Types> = Place<T> & Body<T['body']> & ChangeOptions

/** `call(countMatches)` needs no input, `call(getMatch, …)` does. */
export type Given<T> = object extends T ? [input?: T] : [input: T]

/** An input after the compiler has checked it. */
export interface AnyInput extends ChangeOptions {
  params?: Readonly<Record<string, string>> | undefined
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  body?: unknown
}

/** Puts the parameters into a path. A parameter that is missing is a mistake of the caller, and throws. */
export const placed = (path: string, params: AnyInput['params'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '')
      throw new TypeError(`The parameter ${name} of ${path} is missing.`)
    return encodeURIComponent(value)
  })

/** The query with its question mark, or an empty text. Parameters are sorted, so equal queries give equal texts. */
export function asked(query: AnyInput['query'] = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
