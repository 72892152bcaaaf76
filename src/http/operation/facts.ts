/** The facts that every operation declares, and the types that follow from them. */
import type * as z from 'zod'
import type { Caller, UserCaller } from '../caller.ts'
import { unknownParameters } from '../query.ts'
import { uuid } from '../schema/schema.ts'
import {
  type BytesBody,
  BODY_LIMIT,
  MOST_VALUES,
  type Method,
  type Operation,
  type QueryReader,
  type Types,
} from './operation.ts'
import type { Deprecation } from './deprecation.ts'
import type { Responds } from './responds.ts'
import type { StreamedBody } from './streamed-body.ts'

export type Route = `${Method} /${string}`

/** The path parameters in a route: `'GET /games/{gameId}'` has the parameters `{ gameId: string }`. */
export type Params<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? { [N in Name]: string } & Params<Rest>
  : unknown

export interface Facts<R extends Route> {
  id: string
  route: R
  summary: string
  description?: string
  deprecation?: Deprecation
  noun?: string
  refusal?: string
  scope: string
  recent?: true
  inBody?: true
  /** Path parameters that are not UUIDs. */
  params?: { [N in keyof Params<R>]?: z.ZodType }
}

export type BodyOf<B extends z.ZodType, M, V = undefined> = M extends string
  ? StreamedBody
  : V extends object
    ? V
    : z.output<B>

export type RequestBody<B extends z.ZodType, M, V = undefined> = M extends string
  ? Blob
  : V extends object
    ? Blob
    : z.input<B>

export type AnswerBody<S> = S extends z.ZodType ? z.input<S> : undefined

/** For clients, every parameter is optional in this type. The operation decides what a missing parameter means. */
export type QueryInput<Q> = unknown extends Q
  ? undefined
  : { [N in keyof Q]?: Q[N] extends Date ? string : Q[N] }

export interface CountInput {
  filter?: string
}

export interface ListInput extends CountInput {
  sort?: string
  limit?: number
  cursor?: string
}

export interface PageOf<I> {
  limit: number
  prevCursor: string | null
  nextCursor: string | null
  items: I[]
}

/** The caller is a user. With `anyone: true`, it can also be a client without a user. */
export type CallerOf<A> = A extends true ? Caller : UserCaller

export function operationOf<R extends Route, T extends Types>(
  { id, route, summary, description, deprecation, noun, refusal, scope, recent, inBody, params }: Facts<R>,
  rest: {
    anyone: true | undefined
    body?: z.ZodType | undefined
    bodyOptional?: boolean | undefined
    stream?: string | undefined
    streamExample?: string | undefined
    bytes?: BytesBody<unknown> | undefined
    bodyLimit?: number | undefined
    mostValues?: number | undefined
    ifMatch?: boolean | undefined
    query?: QueryReader | undefined
    responds: Responds
    handling: Operation['handling']
  },
): Operation<T> {
  const [method, path] = route.split(' ') as [Method, string]
  return {
    id,
    method,
    path,
    summary,
    description: description ?? '',
    deprecation,
    noun,
    refusal,
    scope,
    anyone: rest.anyone ?? false,
    recent: recent ?? false,
    inBody: inBody ?? false,
    params: parameterSchemas(path, params ?? {}),
    query: rest.query ?? noQuery,
    body: rest.body,
    bodyOptional: rest.bodyOptional ?? false,
    stream: rest.stream,
    streamExample: rest.streamExample,
    bytes: rest.bytes,
    bodyLimit: rest.bodyLimit ?? BODY_LIMIT,
    mostValues: rest.mostValues ?? MOST_VALUES,
    ifMatch: rest.ifMatch ?? false,
    responds: rest.responds,
    handling: rest.handling,
  }
}

const noQuery: QueryReader = {
  parameters: [],
  read: (raw) => {
    const violations = unknownParameters(raw, [])
    return violations.length > 0 ? { violations } : { value: {} }
  },
}

function parameterSchemas(
  path: string,
  given: Record<string, z.ZodType | undefined>,
): Record<string, z.ZodType> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return Object.fromEntries(names.map((name) => [name, given[name] ?? anyUuid]))
}

const anyUuid = uuid()
