/** Makes a candidate from a thing in the catalogue. If the candidate exists already, fills in its fields. */
import { type Sql, join, sql } from '../../db/sql.ts'
import { columnOf, columnsOf, valuesOf } from '../candidates/columns.ts'
import { FROM_CATALOGUE, type FieldName } from '../candidates/fields.ts'
import type { Thing } from '../outside/services.ts'
import { COMPARED } from '../reliability.ts'
import { isExpansion } from './bases.ts'

/** Fields that a person has set stay as they are, and so do candidates that a person has decided on. */
export function upsertCandidate(thing: Thing, base: string | undefined): Sql {
  const values = { ...thing, isExpansion: isExpansion(thing), baseGameCatalogId: base }
  const catalog = JSON.stringify(Object.fromEntries(COMPARED.map((field) => [field, thing[field]])))
  return sql`
    insert into candidates as c (catalog_id, ${columnsOf(FROM_CATALOGUE)}, catalog, rank)
    select ${thing.catalogId}, ${valuesOf(FROM_CATALOGUE, values)}, ${catalog},
      coalesce((select e.rank from catalog_entries e where e.catalog_id = ${thing.catalogId}), ${thing.rank})
    on conflict (catalog_id) do update set
      ${join(FROM_CATALOGUE.map((field) => sql`${columnOf(field)} = ${filledIn(field)}`))},
      rank = coalesce(c.rank, excluded.rank), catalog = excluded.catalog, version = c.version + 1,
      updated_at = excluded.updated_at
    where c.status = 'PENDING'`
}

/** Only an expansion gets a base game. Either the catalogue or a person may have said that it is an expansion. */
const filledIn = (field: FieldName): Sql =>
  field === 'baseGameCatalogId'
    ? sql`case when ${unlessTyped('isExpansion')} then ${unlessTyped(field)} end`
    : unlessTyped(field)

const unlessTyped = (field: FieldName): Sql => {
  const column = columnOf(field)
  return sql`case when ${field}::text = any (c.manually_set) then c.${column} else excluded.${column} end`
}
