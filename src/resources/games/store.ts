/** The SQL of games. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { withConstraints } from '../../db/violations.ts'
import {
  type Field,
  enumField,
  integerField,
  some,
  textField,
  timestampField,
  uuidField,
} from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import { imageDue, imageForgotten } from '../game-images/fetched.ts'
import { resultsDue } from '../results/upkeep.ts'
import { gameRenamed, lockPlaysetsNamedAfter } from '../visibility/circles.ts'
import { SCORE_TYPES } from './schema.ts'
import type * as z from 'zod'
import type { CreateGame } from './schema.ts'

export type LockedGame = {
  id: string
  version: number
  displayName: string
  description: string
  minPlayers: number
  maxPlayers: number
  imageUrl: string | null
  tags: string[]
  scoreType: (typeof SCORE_TYPES)[number]
  winCondition: string | null
}

const json = sql`json_object(
  'id': g.id,
  'displayName': g.display_name,
  'description': g.description,
  'minPlayers': g.min_players,
  'maxPlayers': g.max_players,
  'imageUrl': g.image_url,
  'tags': to_json(g.tags),
  'scoreType': g.score_type,
  'winCondition': g.win_condition,
  'expansions': coalesce((
    select json_agg(json_object('id': e.id, 'displayName': e.display_name) order by e.created_at, e.id)
    from expansions e where e.game_id = g.id), '[]'),
  'sourceRef': g.source_ref,
  'createdAt': rfc3339(g.created_at),
  'updatedAt': rfc3339(g.updated_at)
  absent on null)`

const someTag = (condition: Sql) => sql`exists (select from unnest(g.tags) tag where ${condition})`

const fields: Record<string, Field> = {
  id: uuidField(sql`g.id`),
  name: textField(sql`g.display_name`),
  scoreType: enumField(sql`g.score_type`, SCORE_TYPES),
  minPlayers: integerField(sql`g.min_players`),
  maxPlayers: integerField(sql`g.max_players`),
  tags: some(textField(sql`tag`), someTag),
  sourceRef: textField(sql`g.source_ref`),
  createdAt: timestampField(sql`g.created_at`),
  updatedAt: timestampField(sql`g.updated_at`),
}

export const games: Collection<unknown> = {
  fields,
  sorts: ['id', 'name', 'minPlayers', 'maxPlayers', 'createdAt', 'updatedAt'],
  rows: () => ({ from: sql`games g`, where: sql`true`, json }),
}

export const show = (id: string) => sql<Shown>`
  select g.id, g.version, (${json})::text as body from games g where g.id = ${id}`

export const lock = (id: string) => sql<LockedGame>`
  with named as (${lockPlaysetsNamedAfter(id)})
  select id, version, display_name as "displayName", description, min_players as "minPlayers",
    max_players as "maxPlayers", image_url as "imageUrl", tags, score_type as "scoreType", win_condition as "winCondition"
  from (select count(id) from named) locked, games where id = ${id} for update of games`

export async function insert(db: Queryable, game: z.output<typeof CreateGame>): Promise<Shown> {
  const statement = sql<Shown>`
    with g as (
      insert into games
        (display_name, description, min_players, max_players, image_url, tags, score_type, win_condition, source_ref)
      values
        (${game.displayName}, ${game.description}, ${game.minPlayers}, ${game.maxPlayers}, ${game.imageUrl},
         ${game.tags}, ${game.scoreType}, ${game.winCondition}, ${game.sourceRef})
      returning *
    ), image as (${imageDue(sql`g`)})
    select g.id, g.version, (${json})::text as body from g`
  return withConstraints(
    { games_source_ref_key: () => sourceRefTaken('game', game.sourceRef) },
    db.one(statement),
  )
}

/**
 * Writes the game. If the change gives scores another meaning, the results of the game's matches are marked for computing again.
 */
export async function update(db: Queryable, before: LockedGame, game: LockedGame): Promise<Shown> {
  const scoringChanges = before.scoreType !== game.scoreType || before.winCondition !== game.winCondition
  const renaming = sql<Shown>`
    with g as (
      update games set
        display_name = ${game.displayName}, description = ${game.description},
        min_players = ${game.minPlayers}, max_players = ${game.maxPlayers}, image_url = ${game.imageUrl},
        tags = ${game.tags}, score_type = ${game.scoreType}, win_condition = ${game.winCondition},
        version = version + 1, updated_at = now()
      where id = ${game.id}
      returning *
    ), image as (${imageDue(sql`g`)}), without_image as (${imageForgotten(sql`g`)})
    select g.id, g.version, (${json})::text as body from g`
  const [shown] = await Promise.all([
    db.one(renaming),
    ...gameRenamed(game.id).map((change) => db.many(change)),
    ...(scoringChanges ? [db.many(resultsDue(game.id))] : []),
  ])
  return shown
}

/** Raises the game's version after a change of an expansion, because a game's JSON lists its expansions. */
export const touch = (id: string): Sql => sql`
  update games set version = version + 1, updated_at = now() where id = ${id}`

export const sourceRefTaken = (what: string, sourceRef: string | undefined) =>
  conflict(`Another ${what} has the source reference ${sourceRef} already.`)
