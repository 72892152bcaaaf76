/** The SQL of playsets. The row of a deleted playset stays, because matches still show it. */
import type * as z from 'zod'
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Field, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { expansionRows, foundExpansions } from '../expansions/store.ts'
import { gameName, userName } from '../name-fields.ts'
import { gameRef, playsetName, playsetSortName, userRef } from '../ref-json.ts'
import { playsetDeleted, playsetsRenamed } from '../visibility/circles.ts'
import { playsetPolicy } from '../visibility/playsets.ts'
import type { CreatePlayset } from './schema.ts'

export type LockedPlayset = {
  id: string
  version: number
  ownerId: string
  gameId: string
  displayName: string | null
  variants: string[]
  scenario: string | null
}

export type PlaysetReferences = {
  gameExists: boolean
  expansions: { id: string; gameId: string }[]
}

export const playsetJson = sql`json_object(
  'id': p.id,
  'owner': ${userRef(sql`p.owner_id`)},
  'game': ${gameRef(sql`p.game_id`)},
  'displayName': p.display_name,
  'variants': to_json(p.variants),
  'scenario': p.scenario,
  'expansions': coalesce((
    select json_agg(json_object('id': e.id, 'displayName': e.display_name) order by pe.position)
    from playset_expansions pe join expansions e on e.id = pe.expansion_id where pe.playset_id = p.id), '[]'),
  'createdAt': rfc3339(p.created_at),
  'updatedAt': rfc3339(p.updated_at)
  absent on null)`

const name: Field = {
  ...textField(playsetName(sql`p`)),
  sortKey: { expression: sql`p.sort_name`, type: 'text' },
}

export const playsets: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`p.id`),
    name,
    gameId: uuidField(sql`p.game_id`),
    gameName: gameName(sql`p.game_id`),
    ownerId: uuidField(sql`p.owner_id`),
    ownerName: userName(sql`p.owner_id`),
    createdAt: timestampField(sql`p.created_at`),
    updatedAt: timestampField(sql`p.updated_at`),
  },
  sorts: ['id', 'name', 'createdAt', 'updatedAt'],
  rows: ({ caller }) => ({
    from: sql`playsets p`,
    where: sql`p.deleted_at is null`,
    paths: playsetPolicy.paths(caller),
    json: playsetJson,
  }),
}

export const show = (id: string, caller: UserCaller) => sql<Found>`
  select p.id, p.version, ${playsetPolicy.sees(caller)} as visible, (${playsetJson})::text as body
  from playsets p where p.id = ${id} and p.deleted_at is null`

/** Locks the playset and its game. A playset without a name of its own shows the game's name. */
export const lock = (id: string) => sql<LockedPlayset>`
  with p as (
    select * from playsets where id = ${id} and deleted_at is null for update
  )
  select p.id, p.version, p.owner_id as "ownerId", p.game_id as "gameId", p.display_name as "displayName", p.variants,
    p.scenario
  from p join games g on g.id = p.game_id for key share of g`

export const references = (gameId: string | undefined, expansionIds: string[]) =>
  sql<PlaysetReferences>`
  select exists (select from games where id = ${gameId}) as "gameExists",
    ${foundExpansions(expansionIds)} as expansions`

export async function insert(
  db: Queryable,
  caller: UserCaller,
  playset: z.output<typeof CreatePlayset>,
): Promise<Shown> {
  const id = uuidBeside(caller.userId)
  const changes = [
    sql`
      insert into playsets (id, owner_id, game_id, display_name, variants, scenario, sort_name)
      select p.*, ${playsetSortName(sql`p`)}
      from (values (${id}::uuid, ${caller.userId}::uuid, ${playset.gameId}::uuid, ${playset.displayName}::text,
        ${playset.variants}::text[], ${playset.scenario}::text)) p (id, owner_id, game_id, display_name, variants, scenario)`,
    // If the game is being renamed at the moment, the insert waits, and then this statement reads the new name.
    ...playsetsRenamed(sql`p.id = ${id}`),
    insertExpansions(id, playset.expansions ?? []),
  ]
  return changeAndShow(db, changes, show(id, caller))
}

export async function update(
  db: Queryable,
  caller: UserCaller,
  playset: LockedPlayset,
  expansions: string[] | undefined,
): Promise<Shown> {
  const { id, displayName, variants, scenario } = playset
  const changes = [
    sql`
      update playsets set display_name = ${displayName}, variants = ${variants}, scenario = ${scenario},
        version = version + 1, updated_at = now()
      where id = ${id}`,
    ...playsetsRenamed(sql`p.id = ${id}`),
    ...(expansions
      ? [sql`delete from playset_expansions where playset_id = ${id}`, insertExpansions(id, expansions)]
      : []),
  ]
  return changeAndShow(db, changes, show(id, caller))
}

export const softDelete = (id: string): Sql[] => [
  sql`
    update playsets set deleted_at = now(), version = version + 1, updated_at = now() where id = ${id}`,
  playsetDeleted(id),
]

const insertExpansions = (id: string, expansions: string[]) => sql`
  insert into playset_expansions (playset_id, expansion_id, position) ${expansionRows(id, expansions)}`
