/** The columns of what may be set of a candidate, by field: whatever lists them is made of this list. */
import { type Sql, join, raw, sql } from '../../db/sql.ts'
import type { Fields } from './fields.ts'

export const COLUMNS = {
  displayName: 'display_name',
  description: 'description',
  minPlayers: 'min_players',
  maxPlayers: 'max_players',
  playingTime: 'playing_time',
  minAge: 'min_age',
  yearPublished: 'year_published',
  imageUrl: 'image_url',
  tags: 'tags',
  isExpansion: 'is_expansion',
  baseGameCatalogId: 'base_game_catalog_id',
  scoreType: 'score_type',
  winCondition: 'win_condition',
} satisfies Record<keyof Fields, string>

const columns = Object.entries(COLUMNS) as [keyof Fields, string][]

/** Of `candidates c`, under the fields' names. */
export const selected: Sql = raw(columns.map(([field, column]) => `c.${column} as "${field}"`).join(', '))

/** For an insert, with `valuesOf` in the same order. */
export const names: Sql = raw(columns.map(([, column]) => column).join(', '))

export const valuesOf = (values: Fields): Sql => join(columns.map(([field]) => sql`${values[field]}`))

export const assigned = (values: Fields): Sql =>
  join(columns.map(([field, column]) => sql`${raw(column)} = ${values[field]}`))
