/** Selects the inbox items that wait for a person's decision now, for mails. */
import { type Sql, empty, join, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { KINDS } from './store.ts'

/** Selects the kind and the id of each item, and since when it waits. */
export const waitingFor = (caller: UserCaller): Sql =>
  join(
    KINDS.flatMap(({ kind, paths }) =>
      paths(caller)
        .filter(({ direction }) => direction === 'IN')
        .map(
          ({ from, range, where, id, since }) => sql`
            select ${kind}::text as kind, ${id} as id, ${since} as since from ${from}
            where ${where}${range ? sql` and ${range.column} in (${range.values})` : empty}`,
        ),
    ),
    ' union all ',
  )
