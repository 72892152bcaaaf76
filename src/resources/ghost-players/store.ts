/** How ghost players are kept. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import { booleanField, textField, through, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/list.ts'
import type { Shown } from '../../http/operation.ts'
import { userRef } from '../refs.ts'
import { ghostPlayerSources, seesGhostPlayer } from '../visibility.ts'

export interface LockedGhostPlayer {
  [column: string]: unknown
  id: string
  version: number
  ownerId: string
}

const json = sql`json_object(
  'id': gp.id,
  'owner': ${userRef(sql`gp.owner_id`)},
  'displayName': gp.display_name,
  'isSelf': gp.is_self,
  'createdAt': rfc3339(gp.created_at),
  'updatedAt': rfc3339(gp.updated_at)
  absent on null)`

const ofOwner = (condition: Sql) => sql`gp.owner_id in (select o.id from users o where ${condition})`

export const ghostPlayers: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`gp.id`),
    name: textField(sql`gp.display_name`),
    isSelf: booleanField(sql`gp.is_self`),
    ownerId: uuidField(sql`gp.owner_id`),
    ownerName: through(textField(sql`o.display_name`), sql`gp.owner_id`, ofOwner),
    createdAt: timestampField(sql`gp.created_at`),
    updatedAt: timestampField(sql`gp.updated_at`),
  },
  sorts: ['id', 'name', 'createdAt', 'updatedAt'],
  rows: ({ caller }) => ({
    from: sql`ghost_players gp`,
    where: sql`gp.deleted_at is null`,
    sources: ghostPlayerSources(caller),
    json,
  }),
}

export const show = (id: string, caller: UserCaller): Sql<Shown> => sql<Shown>`
  select gp.version, ${seesGhostPlayer(caller)} as visible, (${json})::text as body
  from ghost_players gp where gp.id = ${id} and gp.deleted_at is null`

export const lock = (id: string): Sql<LockedGhostPlayer> => sql<LockedGhostPlayer>`
  select id, version, owner_id as "ownerId" from ghost_players where id = ${id} and deleted_at is null for update`

export const insert = (db: Queryable, ownerId: string, displayName: string): Promise<Shown> =>
  db.one(sql<Shown>`
    with gp as (
      insert into ghost_players (owner_id, display_name) values (${ownerId}, ${displayName}) returning *
    )
    select gp.id, gp.version, (${json})::text as body from gp`)

export const rename = (db: Queryable, id: string, displayName: string | undefined): Promise<Shown> =>
  db.one(sql<Shown>`
    with gp as (
      update ghost_players
      set display_name = coalesce(${displayName}, display_name), version = version + 1, updated_at = now()
      where id = ${id}
      returning *
    )
    select gp.id, gp.version, (${json})::text as body from gp`)
