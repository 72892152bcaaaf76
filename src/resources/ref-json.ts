/**
 * The JSON of a reference to another resource: `{id, displayName}`. It also works for deleted resources. A null id gives null.
 */
import { type Sql, sql } from '../db/sql.ts'

/** The name that is shown if a person has no name, if it was erased, or if the caller may not see it. */
export const NEUTRAL_NAME = 'Player'

export const userRef = (id: Sql) => sql`
  (select json_object('id': u.id, 'displayName': u.display_name) from users u where u.id = ${id})`

export const canonicalPlayerOf = (userId: Sql) => sql`
  (select json_object('id': rc.id, 'displayName': ru.display_name)
    from canonical_players rc join users ru on ru.id = rc.user_id where rc.user_id = ${userId})`

export const gameRef = (id: Sql) => sql`
  (select json_object('id': rg.id, 'displayName': rg.display_name) from games rg where rg.id = ${id})`

export const communityRef = (id: Sql) => sql`
  (select json_object('id': c.id, 'displayName': c.display_name) from communities c where c.id = ${id})`

export const groupRef = (id: Sql) => sql`
  (select json_object('id': rg.id, 'displayName': rg.display_name) from groups rg where rg.id = ${id})`

export const ghostPlayerRef = (id: Sql) => sql`
  (select json_object('id': gp.id, 'displayName': gp.display_name) from ghost_players gp where gp.id = ${id})`

export const playsetRef = (id: Sql) => sql`
  (select json_object('id': rp.id, 'displayName': ${playsetName(sql`rp`)}) from playsets rp where rp.id = ${id})`

export const playsetName = (playset: Sql) => sql`coalesce(
  ${playset}.display_name,
  ${playset}.scenario,
  nullif(array_to_string(${playset}.variants, ', '), ''),
  (select ng.display_name from games ng where ng.id = ${playset}.game_id))`

/** The first 200 characters of a playset's name, for sorting. A cursor has this name, and must fit into a URL. */
export const playsetSortName = (playset: Sql) => sql`folded(left(${playsetName(playset)}, 200))`
