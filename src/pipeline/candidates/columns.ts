/** The SQL that reads and writes the fields of a candidate. It is made from `fields.ts`. */
import { type Sql, join, raw, sql } from '../../db/sql.ts'
import { FIELDS, FIELD_NAMES, type FieldName, type Fields } from './fields.ts'

export const columnOf = (field: FieldName): Sql => raw(FIELDS[field].column)

/** Selects columns of a candidate, under the names of its fields. */
export const selected = (alias: 'c' | 'i', fields: readonly FieldName[] = FIELD_NAMES): Sql =>
  raw(fields.map((field) => `${alias}.${FIELDS[field].column} as "${field}"`).join(', '))

/** The members of the `json_object` of a candidate, in a select from `candidates c`. */
export const members: Sql = raw(
  FIELD_NAMES.map((field) => `'${field}': c.${FIELDS[field].column}`).join(',\n  '),
)

export const columnsOf = (fields: readonly FieldName[]): Sql => join(fields.map(columnOf))

export const valuesOf = <F extends FieldName>(
  fields: readonly F[],
  values: { [N in F]?: Fields[N] | undefined },
): Sql => join(fields.map((field) => sql`${values[field]}`))

export const assigned = (values: Fields): Sql =>
  join(FIELD_NAMES.map((field) => sql`${columnOf(field)} = ${values[field]}`))
