/** A typed function for every operation of the service. The types come from the service's code, and add nothing to the bundle. */
import { operations } from 'scorebook:operations'
import type { Api } from '../../src/api.ts'
import type { Operation } from '../../src/http/operation/operation.ts'
import { etagOf, resourceOf, seeEtag } from './etags.ts'
import { problemOf } from './problem.ts'
import { type Reply, withRetries } from './retries.ts'
import { session, signInAgain } from './session.ts'
import { uuidv7 } from './uuid.ts'

export type Id = keyof Api

type TypesOf<I extends Id> = Api[I] extends Operation<infer T> ? T : never

export type Body<I extends Id> = TypesOf<I>['answer']
export type Item<I extends Id> = Body<I> extends { items: (infer T)[] } ? T : never

export interface ListPage<T> {
  items: T[]
  nextCursor: string | null
}

type Params<V> = unknown extends V ? { params?: undefined } : { params: V }
type Query<V> = undefined extends V ? { query?: undefined } : { query?: V }
type Sent<V> = undefined extends V ? { body?: V } : { body: V }

export type Place<I extends Id> = Params<TypesOf<I>['params']> & Query<TypesOf<I>['query']>

type Input<I extends Id> = Place<I> &
  Sent<TypesOf<I>['body']> & {
    /** The ETag to send, if it is not the last one of the resource. */
    ifMatch?: string
    /** True to make the resource, which must not exist yet. */
    creates?: boolean
    /** The Idempotency-Key, for a request that is sent later and perhaps more than once. */
    key?: string
    signal?: AbortSignal
    /** False if the caller repeats the request itself. */
    retry?: boolean
  }

/** Makes the input optional if nothing in it is required: `call('countMatches')` needs none, `call('getMatch', …)` does. */
export type Given<T> = object extends T ? [input?: T] : [input: T]

interface Answer<T> {
  status: number
  body: T
  etag?: string
  location?: string
}

export interface Request {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  ifMatch?: string
  creates?: boolean
  key?: string
  signal?: AbortSignal
  retry?: boolean
}

/** Calls an operation. Throws `Problem` if the service refuses, and `Offline` if it does not answer. */
export const call = <I extends Id>(id: I, ...[input]: Given<Input<I>>): Promise<Answer<Body<I>>> =>
  request<Body<I>>(id, (input ?? {}) as Request)

export async function request<T>(id: Id, input: Request): Promise<Answer<T>> {
  const { body, ifMatch, creates, key, signal, retry } = input
  const [method, , needsIfMatch = false, media = 'application/json'] = factsOf(id)
  const path = pathOf(id, input)
  const [resource = ''] = path.split('?')
  const changes = method !== 'GET'
  const around = needsIfMatch ? (resourceOf(resource) ?? resource) : resource
  const etag = ifMatch ?? (needsIfMatch ? etagOf(around) : undefined)
  const person = session.peek()
  const headers = {
    // If somebody else has signed in in another tab, the service refuses the request because of this header.
    ...(person.state === 'in' ? { 'scorebook-user': person.user.id } : {}),
    ...(changes ? { 'idempotency-key': key ?? uuidv7() } : {}),
    ...(creates ? { 'if-none-match': '*' } : etag === undefined ? {} : { 'if-match': etag }),
    ...(body === undefined ? {} : { 'content-type': media || (body as Blob).type }),
  }
  const text = body === undefined || body instanceof Blob ? body : JSON.stringify(body)
  for (;;) {
    const reply = await withRetries(
      { url: PREFIX + path, method, headers, body: text ?? null },
      { signal, retry },
    )
    if (reply.status < 400) return answerOf(reply, changes ? around : resource)
    const problem = problemOf(reply)
    // The second request has the same key. So if the first one did make the change, it is not made again.
    const stale = reply.headers.get('www-authenticate')?.includes(STEP_UP)
    if (problem.status === 401 && retry !== false && (await signInAgain(signal, stale))) continue
    if (problem.status === 404 || problem.status === 412) seeEtag(around, undefined)
    throw problem
  }
}

/** The error of RFC 9470. It means that the sign-in is too long ago for this request. */
const STEP_UP = 'insufficient_user_authentication'

/** Operations below this path accept the cookie of a session. */
const PREFIX = '/web/api/v1'

function answerOf<T>({ status, headers, text }: Reply, path: string): Answer<T> {
  const etag = headers.get('etag') ?? undefined
  const location = headers.get('location')?.replace(PREFIX, '')
  seeEtag(location ?? path, etag)
  const body = (text === '' ? undefined : JSON.parse(text)) as T
  return {
    status,
    body,
    ...(etag === undefined ? {} : { etag }),
    ...(location === undefined ? {} : { location }),
  }
}

/** The path and query of a request. This text is also its key in the cache, so equal inputs must give equal texts. */
export function pathOf(id: Id, { params = {}, query = {} }: Pick<Request, 'params' | 'query'>): string {
  const path = factsOf(id)[1].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, String(value)])
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked).toString()}`
}

function factsOf(id: Id) {
  const facts = operations[id]
  if (!facts) throw new Error(`There is no operation ${id}.`)
  return facts
}
