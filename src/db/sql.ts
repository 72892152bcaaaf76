/** SQL as a value: fragments that nest and carry their parameters; `database.ts` alone sends them. */
export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'
import { empty, join, type Sql } from 'sql-template-tag'

/** The fragments joined by `and`, each in parentheses, so that an `or` inside one stays inside. */
export const allOf = (conditions: Sql[]): Sql => joined(conditions, ' and ', 'true')

/** The fragments joined by `or`, each in parentheses. */
export const anyOf = (conditions: Sql[]): Sql => joined(conditions, ' or ', 'false')

function joined(conditions: Sql[], word: string, neutral: string): Sql {
  const present = conditions.filter((condition) => condition !== empty)
  if (present.length === 0) return join([empty], '', neutral)
  return join(present, `)${word}(`, '(', ')')
}
