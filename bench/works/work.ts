/**
 * A workload: a kind of request that the bench measures, with what each side (service, straight, bare, floor) needs to send it.
 */
import type pg from 'pg'
import type { JsonValue } from '../../src/http/json/value.ts'
import type { PlainStatement } from '../plain-database.ts'
import type { Stage } from '../stage.ts'

export interface Work {
  name: string
  route: string
  status: number
  /** Set if the bare side answers with another status, because it has no ETags. */
  bareStatus?: number
  /**
   * The requests that a turn chooses from at random. With `once` each can be sent only once, and `rows` creates the rows that
   * they change.
   */
  requests: (stage: Stage, rows: pg.Client, count: number) => Asked[] | Promise<Asked[]>
  once?: true
  /**
   * The plainest statements for the same content. The last one selects `body`. If there are several, they are one transaction.
   */
  plain: (asked: PlainlyAsked) => PlainStatement[]
}

/** A request as data, without its token and its idempotency key. */
export interface Asked {
  /** The caller, as an index into `Stage.people`. */
  person: number
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: JsonValue
}

export interface PlainlyAsked {
  userId: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

/** The number of requests that a turn chooses from. */
const POOL = 5_000

export const pool = (one: () => Asked): Asked[] => Array.from({ length: POOL }, one)

export const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
