/** How a thing of the catalogue becomes a candidate, or fills in one that was made by hand. */
import { type Sql, join, raw, sql } from '../../db/sql.ts'
import { COLUMNS } from '../candidates/columns.ts'
import type { Thing } from '../outside/services.ts'
import { isExpansion } from './bases.ts'

/** What a person has set, and what a person has decided, stays. */
export function upsertCandidate(thing: Thing, base: string | undefined): Sql {
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
      ${join(FILLED.map((field) => sql`${raw(COLUMNS[field])} = ${kept(field)}`))},
      base_game_catalog_id = case when ${kept('isExpansion')} then ${kept('baseGameCatalogId')} end,
      rank = coalesce(c.rank, excluded.rank), catalog = excluded.catalog, version = c.version + 1, updated_at = now()
    where c.status = 'PENDING'`
}

/** What the catalogue knows; the base besides, which only an expansion has. */
const FILLED = [
  'displayName',
  'description',
  'minPlayers',
  'maxPlayers',
  'playingTime',
  'minAge',
  'yearPublished',
  'imageUrl',
  'tags',
  'isExpansion',
] as const

const kept = (field: keyof typeof COLUMNS): Sql => {
  const column = raw(COLUMNS[field])
  return sql`case when ${field}::text = any (c.manually_set) then c.${column} else excluded.${column} end`
}
