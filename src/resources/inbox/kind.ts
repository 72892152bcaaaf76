/** What the inbox needs to know about each kind of item. Each kind has its own file, and `store.ts` combines them. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { ANSWER_DAYS, type Direction, type InboxKindName } from './schema.ts'

export interface InboxKind {
  kind: InboxKindName
  /** Each item is on exactly one path. An index must have the rows of a path in the order of `since`, then `id`. */
  paths: (caller: UserCaller) => WaitingRows[]
  /** Selects the `id` of every row that can be in an inbox, or more. Ids of two kinds are never the same. */
  ids: Sql
  /** A subselect of the JSON of one row. It must give the row the same direction as `paths` does. */
  json: (caller: UserCaller, id: Sql) => Sql
}

export interface WaitingRows extends Pick<RowPath, 'range'> {
  direction: Direction
  from: Sql
  where: Sql
  id: Sql
  since: Sql
}

/** The direction of a row with a status. */
export const directionOf = (status: Sql, isIn: Sql): Sql =>
  sql`case when ${status} <> 'PENDING' then 'ANSWERED' else ${direction(isIn)} end`

export const direction = (isIn: Sql): Sql => sql`case when ${isIn} then 'IN' else 'OUT' end`

/** True if the row of this alias was decided lately. */
export const answeredLately = (row: Sql): Sql => isRecent(sql`${row}.decided_at`)

export const isRecent = (time: Sql): Sql => sql`${time} > now() - make_interval(days => ${ANSWER_DAYS}::int)`

/** True if the caller has seen the answers up to this time (`seen.ts`). */
export const seenBy = ({ userId }: UserCaller, time: Sql): Sql =>
  sql`(${time} <= coalesce((select s.until from inbox_seen s where s.user_id = ${userId}), '-infinity'))`

/** The field `seen` of a row with a status. Only answers have it. */
export const seenIfAnswered = (caller: UserCaller, row: Sql): Sql =>
  sql`case when ${row}.status <> 'PENDING' then ${seenBy(caller, sql`${row}.decided_at`)} end`

/** The ETag for a version number, in SQL. `etagOf` does the same in TypeScript. */
export const etag = (version: Sql): Sql => sql`'"' || ${version} || '"'`
