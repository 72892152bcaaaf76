/** What an operation of the API is: its facts as data, and a function that handles it. */
import type { KeyObject } from 'node:crypto'
import type * as z from 'zod'
import type { Database, Transaction } from '../../db/database.ts'
import type { Row, Sql } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import type { Collection } from '../filter/collection.ts'
import type { Responds } from './responds.ts'
import type { QueryParameter } from '../schema/query-parameter.ts'
import type { Checked } from '../schema/validate.ts'
import type { WhereFrom } from '../where-from.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A resource as an answer shows it: its JSON text, and its version if it has one. */
export type Shown = {
  id?: string
  version?: number
  body: string
  /** True if a PUT made the resource. */
  created?: boolean
}

/** The row of a read. If it has `visible`, only true shows it; false and null are a 403. */
export type Found = Shown & {
  visible?: boolean | null
}

/** What the compiler alone knows of an operation: what a request has and what its answer says, as JSON. */
export interface Types {
  params: unknown
  query: unknown
  body: unknown
  answer: unknown
}

/** The facts of an operation that the lifecycle, the document and the tests read. */
export interface Operation<T extends Types = Types> {
  /** Never there at run time: it keeps the types for those who call the operation by its id. */
  types?: T
  id: string
  method: Method
  /** Below the version prefix, with parameters in braces. */
  path: string
  summary: string
  description: string
  /** The noun in problem messages, if the last path parameter doesn't name it. */
  noun: string | undefined
  /** The message of a read's 403, if "You may not see this" would be untrue or would not help. */
  refusal: string | undefined
  scope: string
  /** True where a client without a user may call it. */
  anyone: boolean
  /** True if somebody in a browser must have signed in a short time ago: it makes what outlasts their session, or erases them. */
  recent: boolean
  params: Record<string, z.ZodType>
  query: QueryReader
  body: z.ZodType | undefined
  /** True if a missing body counts as `{}`. */
  bodyOptional: boolean
  /** The media type of a body that is streamed to the operation; it is not JSON. */
  stream: string | undefined
  streamExample: string | undefined
  /** The largest body in bytes. */
  bodyLimit: number
  /** The largest body in values: objects, lists, texts, numbers, true, false and null. */
  mostValues: number
  ifMatch: boolean
  responds: Responds
  handling: ReadHandling | ChangeHandling
}

export interface QueryReader {
  parameters: QueryParameter[]
  /** Of a list or a count: by what it is filtered and sorted. */
  of?: Pick<Collection<never>, 'fields' | 'sorts'>
  read: (raw: ReadonlyMap<string, string>, path: string, secret: KeyObject) => Checked<unknown>
}

/** The query of an operation that is not a list. */
export interface QueryOf<Q> extends QueryReader {
  read: (raw: ReadonlyMap<string, string>) => Checked<Q>
}

/** A request whose shape was checked. The types of its parts are those of the operation's own facts. */
export interface Input {
  caller: Caller
  params: Record<string, string>
  query: unknown
  body: unknown
  /** Absent for what the service asks of itself. */
  from?: WhereFrom | undefined
}

/** A body, one that others wait less for as it is made in slices, or the pieces of a long one. */
export type Made = string | Promise<string> | AsyncIterable<string>

export interface ReadHandling {
  kind: 'read'
  /** One statement, one snapshot. */
  statement: (input: Input) => Sql
  /** True if the body may be long, or long in the making: a caller has two such requests at work. */
  long?: true
  /** True if only the primary can tell: what a standby says of itself is of another server. */
  atPrimary?: true | undefined
  /** True if the resource is there whenever a caller may ask for it: a standby without it is behind. */
  alwaysThere?: true | undefined
  /** True if no row means that the resource doesn't exist. */
  single: boolean
  /** The body, or the pieces of one that is too long for one statement; `db` is for the rest of these. */
  body: (rows: Row[], input: Input, db: Database) => Made
}

export interface ChangeHandling {
  kind: 'change'
  references: ((input: Input) => Sql | undefined) | undefined
  others: ((input: Input) => Sql) | undefined
  target: ((input: Input) => Sql) | undefined
  allow: Allow<Caller, Row> | undefined
  inTurn: ((input: Input) => string) | undefined
  version: ((target: Row) => number | null) | undefined
  /** True if the operation erases the caller's account. */
  erases: boolean
  run: (work: Work) => Promise<Shown | void>
  reveal: Reveal | undefined
}

/**
 * Derives 256 bits from the caller, the request's Idempotency-Key, a secret of the service and a word. So a retry derives
 * the same, and nothing that is stored with the key tells them.
 */
export type SecretOf = (word: string) => Buffer

/** Adds to an answer what is shown once: it must not be in the body that is stored for retries. */
export type Reveal = (body: string, secretOf: SecretOf, baseUrl: string) => string

/** Decides who among the callers with the scope may make a change, and gives the message of the 403 for the others. */
export interface Allow<C, T> {
  may: (caller: C, target: T) => boolean
  refusal: string
}

export interface Work extends Input {
  db: Transaction
  secretOf: SecretOf
  target: Row | undefined
  references: Row | undefined
}

/** The largest request body in bytes, except for imports. */
export const BODY_LIMIT = 1_048_576

/**
 * The largest request body in values, except for imports and free-form objects: 11,000 participants with all their fields fit
 * into 1 MiB and are 55,000 values.
 */
export const MOST_VALUES = BODY_LIMIT / 8

/** The same where the body may hold free-form objects: a list of digits, `[0,0]`, has a value in each two bytes. */
export const MOST_FREE_VALUES = BODY_LIMIT / 2

/** What an operation is about: `/games/{gameId}/expansions` is about a game, `/ghost-players/{ghostPlayerId}` about a ghost player. */
export const nounOf = ({ noun, path }: Operation): string =>
  noun ?? nounOfParameter(path.match(/(?<=\{)\w+(?=\})/g)?.at(-1) ?? 'resource')

/** `ghostPlayerId` is the id of a ghost player. */
export const nounOfParameter = (name: string): string =>
  name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
