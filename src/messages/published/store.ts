/** The texts that a running application gets: of each key in use the nearest published one that fits. */
import { type Sql, join, sql } from '../../db/sql.ts'
import type { Shown } from '../../http/operation.ts'
import { chainOf } from '../locales.ts'

/**
 * Looks along the chain up to the base locale, whose texts are those of the keys: what stands in for the base locale
 * itself can't be nearer than it. Without fallback a key without a text is left out.
 *
 * A select for each text, as a join may be planned to compare all keys with all translations.
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
