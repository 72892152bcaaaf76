/** How to write an operation: `read`, `list`, `count` and `change` take its facts with their types. */
import type * as z from 'zod'
import type { Database, Transaction } from '../../db/database.ts'
import { type Row, type Sql, named } from '../../db/sql.ts'
import type { UserCaller } from '../caller.ts'
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

/** A read of one resource. `show` selects a `Found` row: no row means 404, `visible` other than true means 403. */
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
 * A read of a long document, which `document` makes from rows in slices or with further statements. `begin` selects the rows, or
 * the first of them: no row means 404, and `visible` other than true in the first row means 403.
 */
export function longRead<const R extends Route, B extends Row, S extends z.ZodType>(
  spec: Facts<R> & {
    responds: Responds<S>
    begin: (input: DocumentRequest<R>) => Sql<B>
    document: (rows: B[], input: DocumentRequest<R>, db: Database) => BodyText
  },
): Operation<{ params: Params<R>; query: undefined; body: undefined; answer: AnswerBody<S> }> {
  return operationOf(spec, {
    anyone: undefined,
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

/** The caller and the path parameters. */
interface DocumentRequest<R extends string> {
  caller: UserCaller
  params: Params<R>
}

/** A list of a collection, in pages. */
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

/** The number of items in the list of the same collection. */
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

/** A change of an existing resource must say who is allowed to make it. */
interface WithTarget<C, P, T extends Row> {
  target: (input: { caller: C; params: P }) => Sql<T>
  allow: Allow<C, T> | typeof anybody
  /** `version`, if the caller must send the target's version as If-Match. It returns null if a PUT would make the target. */
  ifMatch?: (target: T) => number | null
}

interface WithoutTarget {
  target?: never
  allow?: never
  ifMatch?: never
}

/** For `allow`: every caller with the scope. */
export const anybody = { may: () => true, refusal: '' }

/**
 * An operation that changes something, in one transaction with its idempotency key.
 *
 * `references` selects everything that the body refers to, in one row. `target` finds and locks the resource: no row means 404.
 * Both are sent together with the reservation of the key. `allow` decides which callers with the scope may make the change; the
 * others get a 403 with its message.
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
>(
  spec: Facts<R> & {
    anyone?: A
    query?: QueryOf<Q>
    body?: B
    bodyOptional?: true
    stream?: M
    /** A complete example of a streamed body. */
    streamExample?: string
    bodyLimit?: number
    mostValues?: number
    references?: (input: { caller: CallerOf<A>; params: Params<R>; body: BodyOf<B, M> }) => Sql<F> | undefined
    /** Selects the ids of other users whose rows the change locks together with the caller's (see `lifecycle.ts`). */
    others?: (input: { params: Params<R>; body: BodyOf<B, M> }) => Sql
    /** Names what the change locks for a long time. Other changes with the same name wait for their turn without a connection. */
    inTurn?: (input: { params: Params<R> }) => string
    erases?: true
    responds: Responds<S>
    reveal?: Reveal
    run: (work: {
      db: Transaction
      secretOf: SecretOf
      caller: CallerOf<A>
      params: Params<R>
      query: Q
      body: BodyOf<B, M>
      from: WhereFrom | undefined
      target: T
      references: F
    }) => Promise<Shown | void>
  } & (WithTarget<CallerOf<A>, Params<R>, T> | WithoutTarget),
): Operation<{ params: Params<R>; query: QueryInput<Q>; body: RequestBody<B, M>; answer: AnswerBody<S> }> {
  const { references, others, target, allow, inTurn, ifMatch, erases = false, run, reveal } = spec
  return operationOf(spec, {
    anyone: spec.anyone,
    query: spec.query,
    body: spec.body,
    bodyOptional: spec.bodyOptional,
    stream: spec.stream,
    streamExample: spec.streamExample,
    bodyLimit: spec.bodyLimit,
    mostValues: spec.mostValues,
    ifMatch: ifMatch !== undefined,
    responds: spec.responds,
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
      reveal,
    }),
  })
}

/** For `ifMatch`: the version of the target. */
export const version = (target: { version: number }) => target.version

/** The compiler has checked the types of the operation; the lifecycle passes its parts on without them. */
const untyped = <T>(typed: unknown): T => typed as T

const hasParent = (route: string) => route.includes('{')
