/**
 * A policy says who may see the rows of a table. Its conditions are about a row with a fixed alias: `matches m`, `users u`,
 * `ghost_players gp`.
 */
import type { Sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'

/**
 * `sees` is a condition on one row. `paths` find all visible rows for lists and counts; each path follows an index, because a
 * single condition with `or` would read the whole table. `test/worlds` checks that both find the same rows.
 */
export interface Policy<On extends unknown[] = []> {
  sees: (caller: UserCaller, ...on: On) => Sql
  paths: (caller: UserCaller) => RowPath[]
}
