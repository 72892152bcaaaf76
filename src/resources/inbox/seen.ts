/** Up to which time somebody has seen the answers in their inbox. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Shown } from '../../http/operation/operation.ts'

/** The time never goes back, so two tabs may send theirs in any order. It is never in the future, or it would hide later answers. */
export const markSeen = (db: Queryable, { userId }: UserCaller, until: string): Promise<Shown> =>
  db.one(sql<Shown>`
    insert into inbox_seen as s (user_id, until) values (${userId}, least(${until}::timestamptz, now()))
    on conflict (user_id) do update set until = greatest(s.until, excluded.until)
    returning json_object('until': rfc3339(s.until))::text as body`)

export const forgetSeen = ({ userId }: UserCaller): Sql =>
  sql`delete from inbox_seen where user_id = ${userId}`
