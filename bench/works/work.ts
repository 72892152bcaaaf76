/** A kind of request that the bench measures, with what each side (service, straight, bare, floor) needs to do it. */
import type pg from 'pg'
import type { JsonValue } from '../../src/http/json/value.ts'
import type { PlainStatement } from '../plain-database.ts'
import type { Stage } from '../stage.ts'

export interface Work {
  /** The name in `--only` and in the table. */
  name: string
  /** The route in the API, such as `GET /matches/{matchId}`. */
  route: string
  /** The status of every answer; any other one ends the run. */
  status: number
  /** The bare side's status if it differs, because that side has no ETags. */
  bareStatus?: number
  /**
   * Requests to choose from at random. If `once` is set, each can be sent only once: then there are about `count` new ones,
   * and the client `rows` creates what they change.
   */
  requests: (stage: Stage, rows: pg.Client, count: number) => Asked[] | Promise<Asked[]>
  once?: true
  /** The plainest statements for the same content. The last one selects `body`; several are one transaction. */
  plain: (asked: PlainlyAsked) => PlainStatement[]
}

/** A request as data, without its token and its idempotency key. */
export interface Asked {
  /** The caller: a number in `Stage.people`. */
  person: number
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: JsonValue
}

/** The part of a request that the bare side reads. */
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
