/** An operation of the API: its facts as data, and the function that runs it. */
import type { KeyObject } from 'node:crypto'
import type * as z from 'zod'
import type { Database, Transaction } from '../../db/database.ts'
import type { Row, Sql } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import type { Collection } from '../filter/collection.ts'
import type { Deprecation } from './deprecation.ts'
import type { Responds } from './responds.ts'
import type { QueryParameter } from '../schema/query-parameter.ts'
import type { CheckResult } from '../schema/validate.ts'
import type { WhereFrom } from '../where-from.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Shown = {
  id?: string
  version?: number
  body: string
  /** True if a PUT made the resource. */
  created?: boolean
}

/** If the row has a column `visible`, the answer is 403 unless that is true. */
export type Found = Shown & {
  visible?: boolean | null
}

/** These types exist only for the compiler. */
export interface Types {
  params: unknown
  query: unknown
  body: unknown
  answer: unknown
}

export interface Operation<T extends Types = Types> {
  /** Always undefined. Because of its type, code that calls an operation by its id knows the types of the body and the answer. */
  types?: T
  id: string
  method: Method
  /** The path without the prefix. Parameters are in braces. */
  path: string
  summary: string
  description: string
  /** Undefined if the operation stays. */
  deprecation: Deprecation | undefined
  /** How messages call the resource. Undefined if the last path parameter says it. */
  noun: string | undefined
  /** The text of a read's 403. Without it, the text is "You may not see this". */
  refusal: string | undefined
  scope: string
  /** True if a client without a user may call the operation. */
  anyone: boolean
  /**
   * True if the person must have signed in recently, because the operation makes something that outlasts the session, or erases
   * the account.
   */
  recent: boolean
  /** True if the body says which resource the request is about. Then a wrong id in the body gets 404, as it would in a path. */
  inBody: boolean
  params: Record<string, z.ZodType>
  query: QueryReader
  body: z.ZodType | undefined
  /** True if a missing body counts as `{}`. */
  bodyOptional: boolean
  /** The media type of the body, if the operation reads the body as a stream. */
  stream: string | undefined
  streamExample: string | undefined
  /** For a body that is not JSON but is read as a whole. */
  bytes: BytesBody<unknown> | undefined
  /** In bytes. */
  bodyLimit: number
  /** The limit for the number of values: objects, lists, texts, numbers, true, false and null together. */
  mostValues: number
  ifMatch: boolean
  responds: Responds
  handling: ReadHandling | ChangeHandling | StreamHandling
}

export interface BytesBody<T> {
  media: readonly string[]
  /** Turns the bytes into the body for the operation, before the transaction begins. `caller` is the caller's key. */
  read: (bytes: Buffer, caller: string) => Promise<CheckResult<T>>
}

export interface QueryReader {
  parameters: QueryParameter[]
  /** The collection, if this is a list or count. */
  of?: Pick<Collection<never>, 'fields' | 'sorts' | 'key'>
  read: (raw: ReadonlyMap<string, string>, path: string, secret: KeyObject) => CheckResult<unknown>
}

export interface QueryOf<Q> extends QueryReader {
  read: (raw: ReadonlyMap<string, string>) => CheckResult<Q>
}

export interface Input {
  caller: Caller
  params: Record<string, string>
  query: unknown
  body: unknown
  /** Absent if the service calls its own operation. */
  from?: WhereFrom | undefined
}

/** A text, or a text that is made in slices, or the pieces of a long text. */
export type BodyText = string | Promise<string> | AsyncIterable<string>

export interface ReadHandling {
  kind: 'read'
  /** The read is a single statement, so that the answer shows the database at one moment. */
  statement: (input: Input) => Sql
  /** True if the answer can be long or slow. A caller can have two such requests at work. */
  long?: true
  /** True if the answer is about the database server itself, so that it must come from the primary. */
  atPrimary?: true | undefined
  /** True if the resource always exists. If a standby lacks it, the standby is behind. */
  alwaysThere?: true | undefined
  /** True if the answer is one resource. If there is no row, the answer is 404. */
  single: boolean
  /** Makes the body of the answer. If the body is long, this reads more rows from `db`. */
  body: (rows: Row[], input: Input, db: Database) => BodyText
}

/** The answer stays open, and an event is sent for each change. Meanwhile it uses no turn and no database connection. */
interface StreamHandling {
  kind: 'stream'
}

export interface ChangeHandling {
  kind: 'change'
  references: ((input: Input) => Sql | undefined) | undefined
  others: ((input: Input) => Sql) | undefined
  target: ((input: Input) => Sql) | undefined
  allow: Allow<Caller, Row> | undefined
  inTurn: ((input: Input) => string) | undefined
  version: ((target: Row) => number | null) | undefined
  erases: boolean
  run: (work: Work) => Promise<Shown | void>
  /** Makes the statements that write the events. They are sent with the commit, and see what `run` has changed. */
  changes: (done: Done) => Sql[]
  reveal: Reveal | undefined
}

/** Makes 256 bits from the caller, the Idempotency-Key, `word` and a secret of the service. So a retry gets the same bits. */
export type SecretOf = (word: string) => Buffer

/** Adds a secret to an answer. The answer that is stored for retries does not contain it. */
export type Reveal = (body: string, secretOf: SecretOf, baseUrl: string) => string

export interface Allow<C, T> {
  may: (caller: C, target: T) => boolean
  refusal: string
}

interface Work extends Input {
  db: Transaction
  secretOf: SecretOf
  target: Row | undefined
  references: Row | undefined
}

/** What is known when `run` has returned. */
interface Done extends Input {
  target: Row | undefined
  references: Row | undefined
  shown: Shown | void
}

/** The usual limit for a body, in bytes. Imports have a larger one. */
export const BODY_LIMIT = 1_048_576

/** A match of 11,000 participants with all fields has 55,000 values, and fits into 1 MiB. */
export const MOST_VALUES = BODY_LIMIT / 8

/** For bodies with free-form objects. In these a value can be as short as two bytes, as in `[0,0]`. */
export const MOST_FREE_VALUES = BODY_LIMIT / 2

/** The noun of a resource: "game" for `/games/{gameId}/expansions`, "ghost player" for `/ghost-players/{ghostPlayerId}`. */
export const nounOf = ({ noun, path }: Operation): string =>
  noun ?? nounOfParameter(path.match(/(?<=\{)\w+(?=\})/g)?.at(-1) ?? 'resource')

export const nounOfParameter = (name: string): string =>
  name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
