/** Selects the inbox items that now wait for a person's decision, for the mails about the inbox. */
import { type Sql, empty, join, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { KINDS } from './store.ts'

/** Selects the kind and id of each item, and the time since which it has waited. */
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
