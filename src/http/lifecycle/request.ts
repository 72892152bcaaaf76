/** A request that was routed: what the lifecycle takes. */
import type { JsonValue } from '../json/value.ts'
import type { Query } from '../query.ts'
import type { StreamedBody } from '../operation/streamed-body.ts'
import type { WhereFrom } from '../where-from.ts'

export interface Request {
  /** The path as sent, without the query. */
  path: string
  params: Record<string, string>
  query: Query
  body: JsonValue | StreamedBody | undefined
  idempotencyKey: string | undefined
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  /** Absent for what the service asks of itself. */
  from?: WhereFrom
  /** Of a read: the position that it must see. */
  position?: string | undefined
  /** Aborts when the client of a search goes away. */
  gone?: AbortSignal | undefined
}
