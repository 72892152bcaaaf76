/** What the inbox must know about a kind of item. Each kind has a file of its own, and `store.ts` puts them together. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import type { Direction, InboxKindName } from './schema.ts'

export interface InboxKind {
  kind: InboxKindName
  /** Each item is on one path. An index has its rows in the order of `since`, then `id`. */
  paths: (caller: UserCaller) => WaitingRows[]
  /** The ids of all rows that can wait, under the name `id`. The ids of two kinds are never the same. */
  ids: Sql
  /** A subselect with the JSON of the row with this id. Its direction must be the same as in `paths`. */
  json: (caller: UserCaller, id: Sql) => Sql
}

export interface WaitingRows extends Pick<RowPath, 'range'> {
  direction: Direction
  from: Sql
  where: Sql
  id: Sql
  since: Sql
}

export const direction = (isIn: Sql): Sql => sql`case when ${isIn} then 'IN' else 'OUT' end`

/** The ETag of a version, as `etagOf` makes it. */
export const etag = (version: Sql): Sql => sql`'"' || ${version} || '"'`
