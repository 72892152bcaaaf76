/** What a policy is: who may see the rows of a table, as a condition on one row and as row paths to all of them. */
import type { Sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'

/**
 * `sees` is a condition on one row, for get and for references. `paths` finds the same rows for lists and counts, each path in
 * the order of an index; a condition with `or` would look at every row of the table. `test/worlds` compares both.
 */
export interface Policy<On extends unknown[] = []> {
  sees: (caller: UserCaller, ...on: On) => Sql
  paths: (caller: UserCaller) => RowPath[]
}
