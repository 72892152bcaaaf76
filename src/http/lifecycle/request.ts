/** A request after routing, in the form that the lifecycle takes. */
import type { JsonValue } from '../json/value.ts'
import type { Query } from '../query.ts'
import type { StreamedBody } from '../operation/streamed-body.ts'
import type { WhereFrom } from '../where-from.ts'

export interface Request {
  /** The path as the client sent it, without the query. */
  path: string
  params: Record<string, string>
  query: Query
  body: JsonValue | StreamedBody | Buffer | undefined
  idempotencyKey: string | undefined
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  /** Absent if the service itself calls the operation. */
  from?: WhereFrom
  /** The answer must show the database at this position in the log, or later. */
  position?: string | undefined
  /** Aborted when the client of a search goes away. */
  gone?: AbortSignal | undefined
}
