/** Selects the texts for a running application. For each key, it takes the nearest published text that fits. */
import { type Sql, join, sql } from '../../db/sql.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { chainOf } from '../locales.ts'

/**
 * Tries the locale, then its parents, then the base text. Each of them is a select of its own: in a join, PostgreSQL could
 * compare all keys with all translations.
 */
export function show(applicationId: string, locale: string, fallback: boolean): Sql<Shown> {
  const chain = fallback ? chainOf(locale) : [locale]
  const published = chain.map((tag, index) => {
    const nearest = chain.slice(0, index + 1)
    return sql`
      case when a.base_locale <> all (${nearest}::text[]) then (
        select t.published_text from translations t
        where t.application_id = k.application_id and t.key = k.key and t.locale = ${tag} and t.published_fits) end`
  })
  const base = fallback ? sql`k.base_text` : sql`case when a.base_locale = ${locale} then k.base_text end`
  return sql<Shown>`
    select json_object('applicationId': a.id, 'locale': ${locale}::text, 'messages': coalesce((
      select json_object_agg(m.key, m.text order by m.key)
      from (
        select k.key, coalesce(${join(published)}, ${base}) as text
        from message_keys k
        where k.application_id = a.id and k.obsoleted_at is null
      ) m
      where m.text is not null), '{}'))::text as body
    from applications a where a.id = ${applicationId}`
}
