/** An operation of the API: its facts as data, and the function that handles it. */
import type { KeyObject } from 'node:crypto'
import type * as z from 'zod'
import type { Database, Transaction } from '../../db/database.ts'
import type { Row, Sql } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import type { Collection } from '../filter/collection.ts'
import type { Responds } from './responds.ts'
import type { QueryParameter } from '../schema/query-parameter.ts'
import type { CheckResult } from '../schema/validate.ts'
import type { WhereFrom } from '../where-from.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A resource in an answer: its JSON text, and its version if it has one. */
export type Shown = {
  id?: string
  version?: number
  body: string
  /** True if a PUT made the resource. */
  created?: boolean
}

/** The row of a read. If it has `visible`, the caller sees it only if that is true; false and null mean 403. */
export type Found = Shown & {
  visible?: boolean | null
}

/** The types of an operation's request and answer, as JSON. They exist only for the compiler. */
export interface Types {
  params: unknown
  query: unknown
  body: unknown
  answer: unknown
}

/** The facts of an operation that the lifecycle, the document and the tests read. */
export interface Operation<T extends Types = Types> {
  /** Always undefined. It carries the types to those who call the operation by its id. */
  types?: T
  id: string
  method: Method
  /** Below the version prefix, with parameters in braces. */
  path: string
  summary: string
  description: string
  /** The noun for problem messages, if the last path parameter doesn't name it. */
  noun: string | undefined
  /** The message of a read's 403, if "You may not see this" would be wrong or would not help. */
  refusal: string | undefined
  scope: string
  /** True if a client without a user may call it. */
  anyone: boolean
  /**
   * True if a browser must have signed in recently, because the operation makes something that outlasts the session, or erases
   * the account.
   */
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
  /** For a list or a count: the fields to filter and sort by. */
  of?: Pick<Collection<never>, 'fields' | 'sorts'>
  read: (raw: ReadonlyMap<string, string>, path: string, secret: KeyObject) => CheckResult<unknown>
}

/** The query of an operation that is not a list. */
export interface QueryOf<Q> extends QueryReader {
  read: (raw: ReadonlyMap<string, string>) => CheckResult<Q>
}

/** A request after the checks of its shape. */
export interface Input {
  caller: Caller
  params: Record<string, string>
  query: unknown
  body: unknown
  /** Absent if the service calls its own operation. */
  from?: WhereFrom | undefined
}

/** The body of an answer: a text, a text that is made in slices, or the pieces of a long text. */
export type BodyText = string | Promise<string> | AsyncIterable<string>

export interface ReadHandling {
  kind: 'read'
  /** One statement, one snapshot. */
  statement: (input: Input) => Sql
  /** True if the body can be long or take long to make: a caller has at most two such requests at once. */
  long?: true
  /** True if only the primary can answer: a standby would describe itself. */
  atPrimary?: true | undefined
  /** True if the resource always exists. A standby that doesn't have it is behind. */
  alwaysThere?: true | undefined
  /** True if no row means that the resource doesn't exist. */
  single: boolean
  /** Makes the body from the rows; a long body uses `db` to read the rest. */
  body: (rows: Row[], input: Input, db: Database) => BodyText
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
 * Derives 256 bits from the caller, the request's Idempotency-Key, a secret of the service and a word. A retry derives the same
 * bits, and nobody can compute them from what is stored with the key.
 */
export type SecretOf = (word: string) => Buffer

/** Adds a secret to an answer, which must not be in the body that is stored for retries. */
export type Reveal = (body: string, secretOf: SecretOf, baseUrl: string) => string

/** Decides which callers with the scope may make a change, and has the message of the 403 for the others. */
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

/** The largest request body in bytes, except for imports. */
export const BODY_LIMIT = 1_048_576

/**
 * The largest request body in values, except for imports and free-form objects: 11,000 participants with all their fields fit
 * into 1 MiB and are 55,000 values.
 */
export const MOST_VALUES = BODY_LIMIT / 8

/** The same for a body with free-form objects: in a list of digits, `[0,0]`, each value takes two bytes. */
export const MOST_FREE_VALUES = BODY_LIMIT / 2

/** The noun of an operation: "game" for `/games/{gameId}/expansions`, "ghost player" for `/ghost-players/{ghostPlayerId}`. */
export const nounOf = ({ noun, path }: Operation): string =>
  noun ?? nounOfParameter(path.match(/(?<=\{)\w+(?=\})/g)?.at(-1) ?? 'resource')

/** The noun of a path parameter: "ghost player" for `ghostPlayerId`. */
export const nounOfParameter = (name: string): string =>
  name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
