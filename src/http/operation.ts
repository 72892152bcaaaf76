/** What an operation of the API is: its facts as data, with one function in it. `pipeline.ts` gives it life. */
import * as z from 'zod'
import type { Transaction } from '../db/database.ts'
import type { Row, Sql } from '../db/sql.ts'
import type { Caller, UserCaller } from './authenticate.ts'
import {
  type Collection,
  type CountQuery,
  type ListQuery,
  type Rows,
  countQuery,
  countStatement,
  listQuery,
  listStatement,
  pageBody,
  unknownParameters,
} from './filter/list.ts'
import type { Fields } from './filter/fields.ts'
import { uuid } from './schema.ts'
import type { StreamedBody } from './streamed-body.ts'
import { type Checked, validate } from './validate.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Route = `${Method} /${string}`

/** `'GET /games/{gameId}'` has the parameters `{ gameId: string }`. */
export type Params<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? { [N in Name]: string } & Params<Rest>
  : unknown

/** A resource as it is answered: its JSON text, and its version where it has one. */
export type Shown = {
  id?: string
  version?: number
  body: string
  /** True where a PUT made what was not there. */
  created?: boolean
}

/** What a read finds. A row that has `visible` is shown where it is true; false and null are a 403. */
export type Found = Shown & {
  visible?: boolean | null
}

/** The facts of an operation that the pipeline, the document and the tests read. */
export interface Operation {
  id: string
  method: Method
  /** Below the version prefix, with parameters in braces. */
  path: string
  summary: string
  description: string
  /** What a problem calls that which it is about, where the path's last parameter doesn't say it. */
  noun: string | undefined
  /** What a read says to those who may not see it, where "You may not see this" would not be true or would not help. */
  refusal: string | undefined
  scope: string
  /** True where a client without a user may call it. */
  anyone: boolean
  params: Record<string, z.ZodType>
  query: QueryReader
  body: z.ZodType | undefined
  /** No body says the same as `{}`. */
  bodyOptional: boolean
  /** The media type of a body that is handed on as it comes; it is no JSON. */
  stream: string | undefined
  streamExample: string | undefined
  /** The largest body in bytes. */
  bodyLimit: number
  ifMatch: boolean
  responds: Responds
  handling: ReadHandling | ChangeHandling
}

/** How an operation answers when all went well. */
export interface Responds {
  status: 200 | 201 | 204
  schema: z.ZodType | undefined
  etag: boolean
  location: boolean
  /** A PUT: 201 with `Location` where it made the resource. Its If-Match may give way to `If-None-Match: *`. */
  orCreated?: true
  /** The ETag is of the answer's content: whoever sends it as If-None-Match and is up to date gets 304. */
  revalidates?: true
}

/** 200 with the resource and its ETag. */
export const ok = (schema: z.ZodType): Responds => ({ status: 200, schema, etag: true, location: false })
/** 201 with the new resource, its ETag and where it is. */
export const created = (schema: z.ZodType): Responds => ({ status: 201, schema, etag: true, location: true })
/** 200 with the resource that was replaced, or 201 with the one that was made. */
export const okOrCreated = (schema: z.ZodType): Responds => ({ ...ok(schema), orCreated: true })
/** 200 with what many readers keep and ask for again: an ETag of the content, 304 while it is the same. */
export const content = (schema: z.ZodType): Responds => ({ ...ok(schema), revalidates: true })
/** 200 with a result that is no resource, and so has no ETag. */
export const result = (schema: z.ZodType): Responds => ({ ...ok(schema), etag: false })
/** 204 and nothing else. */
export const noContent: Responds = { status: 204, schema: undefined, etag: false, location: false }

export interface QueryReader {
  parameters: QueryParameter[]
  read: (raw: ReadonlyMap<string, string>, path: string, secret: Buffer) => Checked<unknown>
}

/** The query of an operation that is no list. */
export interface QueryOf<Q> extends QueryReader {
  read: (raw: ReadonlyMap<string, string>) => Checked<Q>
}

/** A query parameter as the document describes it. */
export interface QueryParameter {
  name: string
  description: string
  schema: Record<string, unknown>
  example?: unknown
}

/** A request whose shape was checked. The types of its parts are those of the operation's own facts. */
export interface Input {
  caller: Caller
  params: Record<string, string>
  query: unknown
  body: unknown
}

export interface ReadHandling {
  kind: 'read'
  /** One statement, one snapshot. */
  statement: (input: Input) => Sql
  /** True where no row means that the resource doesn't exist. */
  single: boolean
  body: (rows: Row[], input: Input) => string
}

export interface ChangeHandling {
  kind: 'change'
  references: ((input: Input) => Sql | undefined) | undefined
  target: ((input: Input) => Sql) | undefined
  allow: Allow<Caller, Row> | undefined
  inTurn: ((input: Input) => string) | undefined
  version: ((target: Row) => number | null) | undefined
  /** True where the caller's account ends with it. */
  erases: boolean
  run: (work: Work) => Promise<Shown | void>
}

/** Who, of those who hold the scope, may make a change, and the sentence with which the others are refused. */
export interface Allow<C, T> {
  may: (caller: C, target: T) => boolean
  refusal: string
}

interface Work extends Input {
  db: Transaction
  target: Row | undefined
  references: Row | undefined
}

interface Facts<R extends Route> {
  id: string
  route: R
  summary: string
  description?: string
  noun?: string
  refusal?: string
  scope: string
  /** Path parameters that are not UUIDs. */
  params?: { [N in keyof Params<R>]?: z.ZodType }
}

/** What `run` is given: a value that was checked, or what comes. */
type BodyOf<B extends z.ZodType, M> = M extends string ? StreamedBody : z.output<B>

/** Who calls: with `anyone: true` it may be a client without a user. */
type CallerOf<A> = A extends true ? Caller : UserCaller

/** A read of one resource. `show` selects a row of `Found`: none is a 404, one whose `visible` is not true a 403. */
export function read<const R extends Route, A extends true | undefined = undefined, Q = unknown>(
  spec: Facts<R> & {
    anyone?: A
    query?: QueryOf<Q>
    responds: Responds
    show: (input: { caller: CallerOf<A>; params: Params<R>; query: Q }) => Sql<Found>
  },
): Operation {
  return operation(spec, {
    anyone: spec.anyone,
    query: spec.query,
    responds: spec.responds,
    handling: {
      kind: 'read',
      single: true,
      statement: untyped<ReadHandling['statement']>(spec.show),
      body: ([row]) => (row as Found).body,
    },
  })
}

/** A list of a collection, by pages. */
export function list<const R extends Route, A extends true | undefined = undefined>(
  spec: Facts<R> & {
    anyone?: A
    item: z.ZodType
    of: Collection<{ caller: CallerOf<A>; params: Params<R> }>
  },
): Operation {
  const { of } = spec
  const rows = untyped<(input: Input) => Rows>(of.rows)
  return operation(spec, {
    anyone: spec.anyone,
    responds: { status: 200, schema: pageOf(spec.item), etag: false, location: false },
    query: {
      parameters: listParameters(of),
      read: (raw, path, secret) => listQuery(of, raw, path, secret),
    },
    handling: {
      kind: 'read',
      single: hasParent(spec.route),
      statement: (input) => listStatement(rows(input), input.query as ListQuery),
      body: (found, input) => pageBody(found as Parameters<typeof pageBody>[0], input.query as ListQuery),
    },
  })
}

/** How many items the list of the same collection has. */
export function count<const R extends Route, A extends true | undefined = undefined>(
  spec: Facts<R> & { anyone?: A; of: Collection<{ caller: CallerOf<A>; params: Params<R> }> },
): Operation {
  const { of } = spec
  const rows = untyped<(input: Input) => Rows>(of.rows)
  return operation(spec, {
    anyone: spec.anyone,
    responds: { status: 200, schema: Count, etag: false, location: false },
    query: {
      parameters: [filterParameter(of)],
      read: (raw) => countQuery(of, raw),
    },
    handling: {
      kind: 'read',
      single: true,
      statement: (input) => countStatement(rows(input), input.query as CountQuery),
      body: ([row]) => (row as Found).body,
    },
  })
}

/** A change of something that is there says who may do it. */
interface Targeted<C, P, T extends Row> {
  target: (input: { caller: C; params: P }) => Sql<T>
  allow: Allow<C, T> | typeof anybody
  /** `version`, where the caller must say which version of the target they change; null where a PUT may make it. */
  ifMatch?: (target: T) => number | null
}

interface Untargeted {
  target?: never
  allow?: never
  ifMatch?: never
}

/** For `allow`: whoever holds the scope may. */
export const anybody = { may: () => true, refusal: '' }

/**
 * An operation that changes something, in one transaction with its idempotency key.
 *
 * `references` selects what the body refers to, in one row; `target` finds and locks the resource: no row is a
 * 404. Both are sent together with the key's claim. `allow` says who, of those who hold the scope, may: the others get
 * a 403 with its sentence.
 */
export function change<
  const R extends Route,
  B extends z.ZodType = z.ZodUndefined,
  M extends string | undefined = undefined,
  T extends Row = Row,
  F extends Row = Row,
  A extends true | undefined = undefined,
  Q = unknown,
>(
  spec: Facts<R> & {
    anyone?: A
    query?: QueryOf<Q>
    body?: B
    bodyOptional?: true
    stream?: M
    /** Such a body, whole. */
    streamExample?: string
    bodyLimit?: number
    references?: (input: { caller: CallerOf<A>; params: Params<R>; body: BodyOf<B, M> }) => Sql<F> | undefined
    /** What a change has to itself for long: others of it wait their turn, so that one is at it and connections are left. */
    inTurn?: (input: { params: Params<R> }) => string
    erases?: true
    responds: Responds
    run: (work: {
      db: Transaction
      caller: CallerOf<A>
      params: Params<R>
      query: Q
      body: BodyOf<B, M>
      target: T
      references: F
    }) => Promise<Shown | void>
  } & (Targeted<CallerOf<A>, Params<R>, T> | Untargeted),
): Operation {
  const { references, target, allow, inTurn, ifMatch, erases = false, run } = spec
  return operation(spec, {
    anyone: spec.anyone,
    query: spec.query,
    body: spec.body,
    bodyOptional: spec.bodyOptional,
    stream: spec.stream,
    streamExample: spec.streamExample,
    bodyLimit: spec.bodyLimit,
    ifMatch: ifMatch !== undefined,
    responds: spec.responds,
    handling: untyped<ChangeHandling>({
      kind: 'change',
      references,
      target,
      allow,
      inTurn,
      version: ifMatch,
      erases,
      run,
    }),
  })
}

/** For `ifMatch`: the version of a target that has one. */
export const version = (target: { version: number }) => target.version

/** A specification's types were checked where it is written; from here on the pipeline carries its parts without them. */
const untyped = <T>(typed: unknown): T => typed as T

/** A request body is at most this many bytes, but for imports. */
export const BODY_LIMIT = 1_048_576

function operation<R extends Route>(
  { id, route, summary, description, noun, refusal, scope, params }: Facts<R>,
  rest: {
    anyone: true | undefined
    body?: z.ZodType | undefined
    bodyOptional?: boolean | undefined
    stream?: string | undefined
    streamExample?: string | undefined
    bodyLimit?: number | undefined
    ifMatch?: boolean | undefined
    query?: QueryReader | undefined
    responds: Responds
    handling: Operation['handling']
  },
): Operation {
  const [method, path] = route.split(' ') as [Method, string]
  return {
    id,
    method,
    path,
    summary,
    description: description ?? '',
    noun,
    refusal,
    scope,
    anyone: rest.anyone ?? false,
    params: parameterSchemas(path, params ?? {}),
    query: rest.query ?? noQuery,
    body: rest.body,
    bodyOptional: rest.bodyOptional ?? false,
    stream: rest.stream,
    streamExample: rest.streamExample,
    bodyLimit: rest.bodyLimit ?? BODY_LIMIT,
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

const hasParent = (route: string) => route.includes('{')

const Count = z
  .strictObject({ count: z.int().min(0).meta({ format: 'int64' }) })
  .meta({ id: 'Count', description: 'How many there are', example: { count: 42 } })

const cursor = () => z.string().nullable()

/** The page of an item, made once an item, as its name may stand in the document once. */
const pages = new Map<z.ZodType, z.ZodType>()

function pageOf(item: z.ZodType): z.ZodType {
  const known = pages.get(item)
  if (known) return known
  const { id = 'Item', example } = item.meta() ?? {}
  const page = z
    .strictObject({
      limit: z.int32().min(1).max(100),
      prevCursor: cursor().meta({ description: 'Leads to the page before; null on the first page' }),
      nextCursor: cursor().meta({ description: 'Leads to the page after; null on the last page' }),
      items: z.array(item),
    })
    .meta({
      id: `${id}Page`,
      description: 'A page of a list',
      example: { limit: 20, prevCursor: null, nextCursor: null, items: [example] },
    })
  pages.set(item, page)
  return page
}

function listParameters(of: Pick<Collection<never>, 'fields' | 'sorts' | 'defaultSort'>): QueryParameter[] {
  return [
    {
      name: 'limit',
      description: 'How many items a page has at most.',
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 100, default: 20 },
    },
    {
      name: 'cursor',
      description:
        'A `nextCursor` or `prevCursor` of this list, for the same filter and sort; without it, the first page.',
      schema: { type: 'string' },
    },
    filterParameter(of),
    {
      name: 'sort',
      description: `Fields with an optional direction, first things first: \`field[:ASC|:DESC]\`, comma-separated. Sortable: ${inCode(of.sorts)}.`,
      schema: { type: 'string', default: of.defaultSort ?? 'createdAt:DESC' },
      example: of.defaultSort ?? 'createdAt:DESC',
    },
  ]
}

function filterParameter(of: Pick<Collection<never>, 'fields'>): QueryParameter {
  return {
    name: 'filter',
    description: `RSQL: \`;\` is and, \`,\` is or; \`==\` \`!=\` \`=gt=\` \`=ge=\` \`=lt=\` \`=le=\` \`=in=\` \`=out=\` \`=null=\`; \`*\` is a wildcard in text. Filterable: ${inCode(Object.keys(of.fields))}.`,
    schema: { type: 'string', maxLength: 4000 },
    example: exampleOf(of.fields),
  }
}

/** Of the newest where there is a time of creation, else by the first field that is text. */
function exampleOf(fields: Fields): string {
  if (Object.hasOwn(fields, 'createdAt')) return 'createdAt=ge=2026-01-01T00:00:00Z'
  const name = Object.keys(fields).find((field) => fields[field]?.kind === 'text')
  return `${name}==a*`
}

const inCode = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

/** Holds the path's parameters against their schemas; a UUID is in lower case from here on. */
export function checkParams(
  operation: Operation,
  raw: Record<string, string>,
): Checked<Record<string, string>> {
  const value: Record<string, string> = {}
  const violations = Object.entries(operation.params).flatMap(([name, schema]) => {
    const checked = validate(schema, raw[name], name)
    value[name] = String(checked.value)
    return checked.violations ?? []
  })
  return violations.length > 0 ? { violations } : { value }
}
