/** What an operation of the API is: its facts as data, and a function that handles it. */
import type * as z from 'zod'
import type { Transaction } from '../db/database.ts'
import type { Row, Sql } from '../db/sql.ts'
import type { Caller } from './authenticate.ts'
import type { Responds } from './responds.ts'
import type { Checked } from './validate.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

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

export interface Work extends Input {
  db: Transaction
  target: Row | undefined
  references: Row | undefined
}

/** A request body is at most this many bytes, but for imports. */
export const BODY_LIMIT = 1_048_576

/** What an operation is about: `/games/{gameId}/expansions` is about a game, `/ghost-players/{ghostPlayerId}` about a ghost player. */
export const nounOf = ({ noun, path }: Operation): string =>
  noun ?? nounOfParameter(path.match(/(?<=\{)\w+(?=\})/g)?.at(-1) ?? 'resource')

/** `ghostPlayerId` is the id of a ghost player. */
export const nounOfParameter = (name: string): string =>
  name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
