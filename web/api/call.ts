/** A typed function for every operation of the service. The types come from the service's code, and add nothing to the bundle. */
import { operations } from 'scorebook:operations'
import type { Api } from '../../src/api.ts'
import type { Operation } from '../../src/http/operation/operation.ts'
import {
  type Answer,
  Connection,
  type ConnectionOptions,
  type Identity,
  type Refused,
} from '../../client/src/connection.ts'
import {
  type AnyInput,
  type Operation as Called,
  type Types,
  asked,
  placed,
} from '../../client/src/operation.ts'
import { PATIENCE } from './beside.ts'
import { session, signInAgain } from './session.ts'

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

export interface Request {
  params?: Record<string, string> | undefined
  query?: AnyInput['query']
  body?: unknown
  ifMatch?: string
  creates?: boolean
  key?: string
  signal?: AbortSignal
  retry?: boolean
}

/** An answer that a page can keep on the device. The browser cannot store `Headers`. */
type Keepable<T> = Omit<Answer<T>, 'headers'>

/** Calls an operation. Throws `Problem` if the service refuses, and `Offline` if it does not answer. */
export const call = <I extends Id>(id: I, ...[input]: Given<Input<I>>): Promise<Keepable<Body<I>>> =>
  request<Body<I>>(id, (input ?? {}) as Request)

export async function request<T>(
  id: Id,
  { creates, retry, ...input }: Request,
  through = scorebook,
): Promise<Keepable<T>> {
  const operation = { ...operationOf(id, input.body), ...(creates && { creates }) }
  const { headers: _, ...answer } = await through.answer(
    operation as Called<Types & { answer: T }>,
    {
      ...input,
      ...(retry === false && { retryFor: 0 }),
    } as never,
  )
  return answer
}

export const OPTIONS = {
  ...PATIENCE,
  // Operations below this path accept the cookie of a session.
  prefix: '/web/api/v1',
  async identify(refused?: Refused): Promise<Identity | undefined> {
    if (refused) {
      const { retryFor, signal } = refused.options
      const stale = refused.headers.get('www-authenticate')?.includes(STEP_UP)
      if (retryFor === 0 || !(await signInAgain(signal, stale))) return undefined
    }
    const person = session.peek()
    // If somebody else has signed in in another tab, the service refuses the request because of this header.
    return person.state === 'in' ? { 'scorebook-user': person.user.id } : {}
  },
} satisfies ConnectionOptions

export const scorebook = /* @__PURE__ */ new Connection(OPTIONS)

/** The error of RFC 9470. It means that the sign-in is too long ago for this request. */
const STEP_UP = 'insufficient_user_authentication'

/** The path and query of a request. This text is also its key in the cache, so equal inputs must give equal texts. */
export const pathOf = (id: Id, { params, query }: Pick<Request, 'params' | 'query'>): string =>
  placed(operationOf(id).path, params) + asked(query)

function operationOf(id: Id, body?: unknown): Called {
  const facts = operations[id]
  if (!facts) throw new Error(`There is no operation ${id}.`)
  const [method, path, up, media] = facts
  return {
    method,
    path,
    ...(typeof up === 'number' && {
      versionOf: path
        .split('/')
        .slice(0, -up || undefined)
        .join('/'),
    }),
    ...(media !== undefined && { media: [media || (body as Blob).type] }),
  }
}
