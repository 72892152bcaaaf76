/** A request after routing, as the lifecycle takes it. */
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
  /** Absent if the service calls its own operation. */
  from?: WhereFrom
  /** The position that a read must see. */
  position?: string | undefined
  /** Aborts when the client of a search goes away. */
  gone?: AbortSignal | undefined
}
