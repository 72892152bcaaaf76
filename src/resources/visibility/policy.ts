/** A policy says who may see the rows of a table. Its conditions expect an alias: `matches m`, `users u`, `ghost_players gp`. */
import type { Sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'

/**
 * `sees` checks one row, `paths` find all rows for lists and counts. Each path follows an index, because a condition with `or`
 * would read the whole table. `test/worlds` checks that both find the same rows.
 */
export interface Policy<On extends unknown[] = []> {
  sees: (caller: UserCaller, ...on: On) => Sql
  paths: (caller: UserCaller) => RowPath[]
}
