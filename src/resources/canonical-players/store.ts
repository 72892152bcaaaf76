/** The SQL of canonical players. A canonical player has the name of its user. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found } from '../../http/operation/operation.ts'
import { userRef } from '../ref-json.ts'
import { personPolicy } from '../visibility/people.ts'

const from = sql`canonical_players cp join users u on u.id = cp.user_id`

const json = sql`json_object(
  'id': cp.id,
  'user': ${userRef(sql`cp.user_id`)},
  'displayName': u.display_name,
  'createdAt': rfc3339(cp.created_at),
  'updatedAt': rfc3339(cp.updated_at)
  absent on null)`

export const canonicalPlayers: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`cp.id`),
    name: textField(sql`u.display_name`),
    userId: uuidField(sql`cp.user_id`),
    // A user and their canonical player are made together, so they share one time. It is read from the user, because indexes have
    // it there.
    createdAt: timestampField(sql`u.created_at`),
  },
  sorts: ['id', 'name', 'createdAt'],
  rows: ({ caller }) => ({
    from,
    where: sql`u.erased_at is null`,
    paths: personPolicy.pathsToCanonicalPlayers(caller),
    json,
  }),
}

export const show = (id: string, caller: UserCaller) => sql<Found>`
  select cp.version, ${personPolicy.sees(caller, sql`cp.user_id`)} as visible, (${json})::text as body
  from ${from} where cp.id = ${id} and u.erased_at is null`

export const parent = (id: string, visible: Sql): Sql<{ visible: boolean }> => sql`
  select ${visible} as visible from ${from} where cp.id = ${id} and u.erased_at is null`
