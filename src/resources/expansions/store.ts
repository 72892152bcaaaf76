/** The SQL of the expansions of a game. */
import type * as z from 'zod'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { withConstraints } from '../../db/violations.ts'
import { textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { sourceRefTaken, touch } from '../games/store.ts'
import type { CreateExpansion } from './schema.ts'

export type LockedExpansion = {
  id: string
  version: number
  displayName: string
  description: string | null
  imageUrl: string | null
}

const json = sql`json_object(
  'id': e.id,
  'displayName': e.display_name,
  'description': e.description,
  'imageUrl': e.image_url,
  'sourceRef': e.source_ref,
  'createdAt': rfc3339(e.created_at),
  'updatedAt': rfc3339(e.updated_at)
  absent on null)`

export const expansions: Collection<{ params: { gameId: string } }> = {
  fields: {
    id: uuidField(sql`e.id`),
    name: textField(sql`e.display_name`),
    sourceRef: textField(sql`e.source_ref`),
    createdAt: timestampField(sql`e.created_at`),
    updatedAt: timestampField(sql`e.updated_at`),
  },
  sorts: ['id', 'name', 'createdAt', 'updatedAt'],
  rows: ({ params }) => ({
    parent: sql`select true as visible from games where id = ${params.gameId}`,
    from: sql`expansions e`,
    where: sql`e.game_id = ${params.gameId}`,
    json,
  }),
}

export const show = (gameId: string, id: string) => sql<Shown>`
  select e.id, e.version, (${json})::text as body from expansions e where e.id = ${id} and e.game_id = ${gameId}`

/** Locks the expansion. Every change of an expansion locks the game first. */
export const lock = (gameId: string, id: string) => sql<LockedExpansion>`
  with game as (select id from games where id = ${gameId} for update)
  select e.id, e.version, e.display_name as "displayName", e.description, e.image_url as "imageUrl"
  from game join expansions e on e.game_id = game.id
  where e.id = ${id}
  for update of e`

export async function insert(
  db: Queryable,
  gameId: string,
  expansion: z.output<typeof CreateExpansion>,
): Promise<Shown> {
  const statement = sql<Shown>`
    with e as (
      insert into expansions (game_id, display_name, description, image_url, source_ref)
      values (${gameId}, ${expansion.displayName}, ${expansion.description}, ${expansion.imageUrl}, ${expansion.sourceRef})
      returning *
    )
    select e.id, e.version, (${json})::text as body from e`
  const constraints = { expansions_source_ref_key: () => sourceRefTaken('expansion', expansion.sourceRef) }
  const [shown] = await withConstraints(constraints, Promise.all([db.one(statement), db.many(touch(gameId))]))
  return shown
}

export async function update(db: Queryable, gameId: string, expansion: LockedExpansion): Promise<Shown> {
  const statement = sql<Shown>`
    with e as (
      update expansions set
        display_name = ${expansion.displayName}, description = ${expansion.description},
        image_url = ${expansion.imageUrl}, version = version + 1, updated_at = now()
      where id = ${expansion.id}
      returning *
    )
    select e.id, e.version, (${json})::text as body from e`
  const [shown] = await Promise.all([db.one(statement), db.many(touch(gameId))])
  return shown
}

export const foundExpansions = (ids: readonly string[]): Sql => sql`coalesce((
  select json_agg(json_object('id': id, 'gameId': game_id)) from expansions where id = any (${ids}::uuid[])), '[]')`

/** The rows of a list of expansions. `listId` is the id of the match, playset or edit that has the list. */
export const expansionRows = (listId: string, expansions: readonly string[]): Sql => sql`
  select ${listId}, expansion_id, position
  from unnest(${expansions}::uuid[]) with ordinality as input (expansion_id, position)`
