/** How an operation is written: `read`, `list`, `count` and `change` take its facts with their types. */
import type * as z from 'zod'
import type { Database, Transaction } from '../../db/database.ts'
import { type Row, type Sql, named } from '../../db/sql.ts'
import type { Collection, Rows } from '../filter/collection.ts'
import { Count, pageBody, pageSchema } from '../filter/page.ts'
import { filterParameter, listParameters } from '../filter/parameters.ts'
import { type CountQuery, type ListQuery, countQuery, listQuery } from '../filter/query.ts'
import { countStatement, listStatement } from '../filter/statement.ts'
import {
  type AnswerBody,
  type BodyOf,
  type CallerOf,
  type CountInput,
  type Facts,
  type ListInput,
  type PageOf,
  type Params,
  type QueryInput,
  type RequestBody,
  type Route,
  operationOf,
} from './facts.ts'
import type {
  Allow,
  BytesBody,
  ChangeHandling,
  Found,
  Input,
  BodyText,
  Operation,
  QueryOf,
  ReadHandling,
  Reveal,
  SecretOf,
  Shown,
} from './operation.ts'
import type { Responds } from './responds.ts'
import type { WhereFrom } from '../where-from.ts'

/** Defines a read. `show` selects the resource. If there is no row, the answer is 404; if its `visible` is not true, 403. */
export function read<
  const R extends Route,
  S extends z.ZodType,
  A extends true | undefined = undefined,
  Q = unknown,
>(
  spec: Facts<R> & {
    anyone?: A
    query?: QueryOf<Q>
    atPrimary?: true
    alwaysThere?: true
    responds: Responds<S>
    show: (input: { caller: CallerOf<A>; params: Params<R>; query: Q }) => Sql<Found>
  },
): Operation<{ params: Params<R>; query: QueryInput<Q>; body: undefined; answer: AnswerBody<S> }> {
  return operationOf(spec, {
    anyone: spec.anyone,
    query: spec.query,
    responds: spec.responds,
    handling: {
      kind: 'read',
      single: true,
      atPrimary: spec.atPrimary,
      alwaysThere: spec.alwaysThere,
      statement: untyped<ReadHandling['statement']>(spec.show),
      body: ([row]) => (row as Found).body,
    },
  })
}

/**
 * Defines a read of a document that is too long for one statement. `begin` selects the first rows. If there is no row, the answer
 * is 404; if its `visible` is not true, 403.
 */
export function longRead<
  const R extends Route,
  B extends Row,
  S extends z.ZodType,
  A extends true | undefined = undefined,
  Q = unknown,
>(
  spec: Facts<R> & {
    anyone?: A
    query?: QueryOf<Q>
    responds: Responds<S>
    begin: (input: DocumentRequest<R, A, Q>) => Sql<B>
    document: (rows: B[], input: DocumentRequest<R, A, Q>, db: Database) => BodyText
  },
): Operation<{ params: Params<R>; query: QueryInput<Q>; body: undefined; answer: AnswerBody<S> }> {
  return operationOf(spec, {
    anyone: spec.anyone,
    query: spec.query,
    responds: spec.responds,
    handling: {
      kind: 'read',
      long: true,
      single: true,
      statement: untyped<ReadHandling['statement']>(spec.begin),
      body: untyped<ReadHandling['body']>(spec.document),
    },
  })
}

interface DocumentRequest<R extends string, A, Q> {
  caller: CallerOf<A>
  params: Params<R>
  query: Q
}

export function list<const R extends Route, I extends z.ZodType, A extends true | undefined = undefined>(
  spec: Facts<R> & {
    anyone?: A
    item: I
    of: Collection<{ caller: CallerOf<A>; params: Params<R>; query: ListQuery | CountQuery }>
  },
): Operation<{ params: Params<R>; query: ListInput; body: undefined; answer: PageOf<z.input<I>> }> {
  const { of } = spec
  const rows = untyped<(input: Input) => Rows>(of.rows)
  return operationOf(spec, {
    anyone: spec.anyone,
    responds: { status: 200, schema: pageSchema(spec.item), etag: false, location: false },
    query: {
      parameters: listParameters(of),
      of,
      read: (raw, path, secret) => listQuery(of, raw, path, secret),
    },
    handling: {
      kind: 'read',
      single: hasParent(spec.route),
      statement: (input) => named(spec.id, listStatement(rows(input), input.query as ListQuery)),
      body: (found, input) => pageBody(found as Parameters<typeof pageBody>[0], input.query as ListQuery),
    },
  })
}

export function count<const R extends Route, A extends true | undefined = undefined>(
  spec: Facts<R> & {
    anyone?: A
    of: Collection<{ caller: CallerOf<A>; params: Params<R>; query: ListQuery | CountQuery }>
  },
): Operation<{ params: Params<R>; query: CountInput; body: undefined; answer: z.input<typeof Count> }> {
  const { of } = spec
  const rows = untyped<(input: Input) => Rows>(of.rows)
  return operationOf(spec, {
    anyone: spec.anyone,
    responds: { status: 200, schema: Count, etag: false, location: false },
    query: {
      parameters: [filterParameter(of)],
      of,
      read: (raw) => countQuery(of, raw),
    },
    handling: {
      kind: 'read',
      single: true,
      statement: (input) => named(spec.id, countStatement(rows(input), input.query as CountQuery)),
      body: ([row]) => (row as Found).body,
    },
  })
}

interface WithTarget<C, P, T extends Row> {
  target: (input: { caller: C; params: P }) => Sql<T>
  allow: Allow<C, T> | typeof anybody
  /**
   * The version that If-Match must name, or null if a PUT would make the resource. Without this function, the operation needs no
   * If-Match.
   */
  ifMatch?: (target: T) => number | null
}

interface WithoutTarget {
  target?: never
  allow?: never
  ifMatch?: never
}

export const anybody = { may: () => true, refusal: '' }

/**
 * Defines a change. It runs in one transaction together with its idempotency key. `target` finds and locks the resource; if there
 * is no row, the answer is 404. `allow` decides which callers may change it; others get 403. `references` selects everything that
 * the body refers to, in one row. `changes` writes the events for what `run` has changed; these statements are sent with the
 * commit.
 */
export function change<
  const R extends Route,
  S extends z.ZodType | undefined,
  B extends z.ZodType = z.ZodUndefined,
  M extends string | undefined = undefined,
  T extends Row = Row,
  F extends Row = Row,
  A extends true | undefined = undefined,
  Q = unknown,
  V = undefined,
>(
  spec: Facts<R> & {
    anyone?: A
    query?: QueryOf<Q>
    body?: B
    bodyOptional?: true
    stream?: M
    streamExample?: string
    bytes?: BytesBody<V>
    bodyLimit?: number
    mostValues?: number
    references?: (input: {
      caller: CallerOf<A>
      params: Params<R>
      body: BodyOf<B, M, V>
    }) => Sql<F> | undefined
    /** Selects other users that must be locked together with the caller. */
    others?: (input: { params: Params<R>; body: BodyOf<B, M, V> }) => Sql
    /**
     * The name of the thing that the change locks for a long time. Changes with the same name run one after another, and wait
     * without a database connection.
     */
    inTurn?: (input: { params: Params<R> }) => string
    erases?: true
    responds: Responds<S>
    reveal?: Reveal
    changes: (done: {
      caller: CallerOf<A>
      params: Params<R>
      body: BodyOf<B, M, V>
      target: T
      references: F
      shown: Shown | void
    }) => Sql[]
    run: (work: {
      db: Transaction
      secretOf: SecretOf
      caller: CallerOf<A>
      params: Params<R>
      query: Q
      body: BodyOf<B, M, V>
      from: WhereFrom | undefined
      target: T
      references: F
    }) => Promise<Shown | void>
  } & (WithTarget<CallerOf<A>, Params<R>, T> | WithoutTarget),
): Operation<{ params: Params<R>; query: QueryInput<Q>; body: RequestBody<B, M, V>; answer: AnswerBody<S> }> {
  const { references, others, target, allow, inTurn, ifMatch, erases = false, run, changes, reveal } = spec
  return operationOf(spec, {
    ...spec,
    anyone: spec.anyone,
    ifMatch: ifMatch !== undefined,
    handling: untyped<ChangeHandling>({
      kind: 'change',
      references,
      others,
      target,
      allow,
      inTurn,
      version: ifMatch,
      erases,
      run,
      changes,
      reveal,
    }),
  })
}

/**
 * Defines a stream of events, which stays open. `item` is the schema of an event. The service's feed decides which caller gets
 * which events.
 */
export function stream<const R extends Route, I extends z.ZodType>(
  spec: Facts<R> & { item: I },
): Operation<{ params: Params<R>; query: undefined; body: undefined; answer: z.input<I> }> {
  return operationOf(spec, {
    anyone: undefined,
    responds: { status: 200, schema: spec.item, etag: false, location: false },
    handling: { kind: 'stream' },
  })
}

/** The `changes` of an operation that writes no events. */
export const noEvents = (): Sql[] => []

export const version = (target: { version: number }) => target.version

/** Drops the types, because the compiler has checked them already. */
const untyped = <T>(typed: unknown): T => typed as T

const hasParent = (route: string) => route.includes('{')
