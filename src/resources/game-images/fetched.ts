/** The SQL of fetched images. Each row is an image, and also the job to fetch it. */
import { type Sql, sql } from '../../db/sql.ts'
import type { ImageSquares } from './sizes.ts'

/** If the game's image address is new, schedules the image to be fetched. `game` is the game's row after the change. */
export const imageDue = (game: Sql): Sql => sql`
  insert into game_images as i (game_id, source_url)
  select id, image_url from ${game} where image_url is not null
  on conflict (game_id) do update set
    source_url = excluded.source_url, small = excluded.small, large = excluded.large, attempts = excluded.attempts,
    due_at = excluded.due_at, failure = excluded.failure
  where i.source_url <> excluded.source_url`

export const imageForgotten = (game: Sql): Sql => sql`
  delete from game_images i using ${game} where i.game_id = ${game}.id and ${game}.image_url is null`

/** After this number of failed attempts we no longer try to fetch the image. */
const MOST_ATTEMPTS = 8
/** In minutes. If an instance dies during an attempt, other instances try again after this time. */
const ATTEMPT = 5

export type DueImage = {
  gameId: string
  url: string
}

/**
 * Takes the image that has been due for the longest time. It counts the attempt in advance, because a bad image could crash the
 * process.
 */
export const takeDueImage = sql<DueImage>`
  update game_images set
    attempts = attempts + 1,
    due_at = case when attempts + 1 < ${MOST_ATTEMPTS} then now() + ${ATTEMPT} * interval '1 minute' end
  where game_id = (
    select game_id from game_images where due_at <= now() order by due_at limit 1 for update skip locked)
  returning game_id as "gameId", source_url as url`

export const keepImage = ({ gameId, url }: DueImage, { small, large }: ImageSquares): Sql => sql`
  update game_images set small = ${small}, large = ${large}, due_at = null, failure = null
  where game_id = ${gameId} and source_url = ${url}`

/** The pause doubles after each attempt: 10 minutes after the first attempt, 10 hours after the seventh. */
export const tryImageLater = ({ gameId, url }: DueImage, failure: string): Sql => sql`
  update game_images set
    failure = ${failure}, due_at = case when due_at is not null then now() + ${ATTEMPT} * 2 ^ attempts * interval '1 minute' end
  where game_id = ${gameId} and source_url = ${url}`

export const giveImageUp = ({ gameId, url }: DueImage, failure: string): Sql => sql`
  update game_images set failure = ${failure}, due_at = null where game_id = ${gameId} and source_url = ${url}`
