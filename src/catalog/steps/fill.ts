/** How a thing of the catalogue becomes a candidate, or fills in one that was made by hand. */
import { type Sql, sql } from '../../db/sql.ts'
import type { Thing } from '../outside/services.ts'
import { isExpansion } from './bases.ts'

/** What a person has set, and what a person has decided, stays. */
export function fill(thing: Thing, base: string | undefined): Sql {
  const { catalogId, minPlayers, maxPlayers, playingTime, minAge, yearPublished } = thing
  const catalog = JSON.stringify({ minPlayers, maxPlayers, playingTime, minAge, yearPublished })
  return sql`
    insert into candidates as c
      (catalog_id, display_name, description, min_players, max_players, playing_time, min_age, year_published,
       image_url, tags, is_expansion, base_game_catalog_id, catalog, rank)
    values
      (${catalogId}, ${thing.displayName}, ${thing.description}, ${minPlayers}, ${maxPlayers}, ${playingTime}, ${minAge},
       ${yearPublished}, ${thing.imageUrl}, ${thing.tags}, ${isExpansion(thing)}, ${base}, ${catalog},
       coalesce((select e.rank from catalog_entries e where e.catalog_id = ${catalogId}), ${thing.rank}))
    on conflict (catalog_id) do update set
      display_name = ${kept('displayName', 'display_name')},
      description = ${kept('description', 'description')},
      min_players = ${kept('minPlayers', 'min_players')},
      max_players = ${kept('maxPlayers', 'max_players')},
      playing_time = ${kept('playingTime', 'playing_time')},
      min_age = ${kept('minAge', 'min_age')},
      year_published = ${kept('yearPublished', 'year_published')},
      image_url = ${kept('imageUrl', 'image_url')},
      tags = ${kept('tags', 'tags')},
      is_expansion = ${kept('isExpansion', 'is_expansion')},
      base_game_catalog_id = case when ${kept('isExpansion', 'is_expansion')}
        then ${kept('baseGameCatalogId', 'base_game_catalog_id')} end,
      rank = coalesce(c.rank, excluded.rank), catalog = excluded.catalog, version = c.version + 1, updated_at = now()
    where c.status = 'PENDING'`
}

const kept = (field: string, column: keyof typeof COLUMNS): Sql =>
  sql`case when ${field}::text = any (c.typed) then ${COLUMNS[column].now} else ${COLUMNS[column].new} end`

const COLUMNS = {
  display_name: { now: sql`c.display_name`, new: sql`excluded.display_name` },
  description: { now: sql`c.description`, new: sql`excluded.description` },
  min_players: { now: sql`c.min_players`, new: sql`excluded.min_players` },
  max_players: { now: sql`c.max_players`, new: sql`excluded.max_players` },
  playing_time: { now: sql`c.playing_time`, new: sql`excluded.playing_time` },
  min_age: { now: sql`c.min_age`, new: sql`excluded.min_age` },
  year_published: { now: sql`c.year_published`, new: sql`excluded.year_published` },
  image_url: { now: sql`c.image_url`, new: sql`excluded.image_url` },
  tags: { now: sql`c.tags`, new: sql`excluded.tags` },
  is_expansion: { now: sql`c.is_expansion`, new: sql`excluded.is_expansion` },
  base_game_catalog_id: { now: sql`c.base_game_catalog_id`, new: sql`excluded.base_game_catalog_id` },
}
