/** The SQL of games' images: which image a game has, and the images that editors upload. */
import type { Queryable } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { enumField, textField, uuidField } from '../../http/filter/fields.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { notFound } from '../../http/problem.ts'
import { show, touch } from '../games/store.ts'
import { ORIGINS } from './schema.ts'
import { type ImageSquares, SIZES, type Size } from './sizes.ts'

/** If a game has an uploaded image and a fetched one, the uploaded image is shown. */
const withImages = sql`
  games g left join uploaded_game_images u on u.game_id = g.id left join game_images i on i.game_id = g.id`

export const image = (gameId: string, size: Size) => sql<Found>`
  select encode(coalesce(u.${SIZES[size]}, i.${SIZES[size]}), 'base64') as body
  from ${withImages} where g.id = ${gameId} and (u.game_id is not null or i.small is not null)`

const origin = sql`case when u.game_id is null then 'FETCHED' else 'UPLOADED' end`

export const gameImages: Collection<unknown> = {
  fields: {
    gameId: uuidField(sql`g.id`),
    gameName: textField(sql`g.display_name`),
    origin: enumField(origin, ORIGINS),
  },
  sorts: ['gameId', 'gameName'],
  key: 'gameId',
  defaultSort: 'gameId:ASC',
  rows: () => ({
    from: withImages,
    where: sql`(u.game_id is not null or i.small is not null)`,
    json: sql`json_object(
      'game': json_object('id': g.id, 'displayName': g.display_name),
      'origin': ${origin},
      'digest': left(encode(sha256(coalesce(u.small, i.small)), 'hex'), 16))`,
  }),
}

type LockedGame = {
  id: string
  version: number
}

export const lock = (gameId: string) => sql<LockedGame>`
  select g.id, g.version from games g where g.id = ${gameId} for update`

export const lockUploaded = (gameId: string) => sql<LockedGame>`
  select g.id, g.version
  from games g join uploaded_game_images u on u.game_id = g.id
  where g.id = ${gameId} for update of g`

export async function keepUploaded(
  db: Queryable,
  gameId: string,
  { small, large }: ImageSquares,
): Promise<Shown> {
  const kept = sql`
    insert into uploaded_game_images (game_id, small, large) values (${gameId}, ${small}, ${large})
    on conflict (game_id) do update set small = excluded.small, large = excluded.large, uploaded_at = excluded.uploaded_at`
  const [, , shown] = await Promise.all([db.many(kept), db.many(touch(gameId)), db.one(show(gameId))])
  return shown
}

export async function deleteUploaded(db: Queryable, gameId: string): Promise<Shown> {
  // Somebody else may have deleted the row before this request got the lock.
  const taken = sql<{ id: string }>`
    with taken as (delete from uploaded_game_images where game_id = ${gameId} returning game_id)
    update games set version = version + 1, updated_at = now() where id in (select game_id from taken) returning id`
  const [found, shown] = await Promise.all([db.maybe(taken), db.one(show(gameId))])
  if (!found) throw notFound('Somebody else has just taken the uploaded image away.')
  return shown
}
