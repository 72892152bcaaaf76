/** Publishes many translations, or imports many drafts. The caller must have locked the application. */
import type { Queryable } from '../../db/database.ts'
import { allOf, sql } from '../../db/sql.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { joiningSets } from '../sets.ts'
import { asPublished } from './changes.ts'
import type { KeyedText, sorted } from './rules.ts'

/** Which drafts to publish. If both fields are absent, all of them. */
interface Selection {
  locale?: string | undefined
  keys?: string[] | undefined
}

export async function publishAll(
  db: Queryable,
  applicationId: string,
  { locale, keys }: Selection,
  by: string | undefined,
): Promise<Shown> {
  const selected = allOf([
    sql`t.application_id = ${applicationId}`,
    ...(locale === undefined ? [] : [sql`t.locale = ${locale}`]),
    ...(keys === undefined ? [] : [sql`t.key = any (${keys}::text[])`]),
  ])
  const missing =
    locale === undefined || keys === undefined
      ? sql`select null as key, null as locale, null as code where false`
      : sql`
        select named.key, ${locale}, 'NO_DRAFT' from unnest(${keys}::text[]) as named (key)
        where not exists (
          select from translations t
          where t.application_id = ${applicationId} and t.key = named.key and t.locale = ${locale}
            and t.draft_text is not null)`
  return joiningSets(
    db,
    sql<Shown>`
      with
        drafts as materialized (
          select t.key, t.locale,
            case when k.obsoleted_at is not null then 'OBSOLETE' when not t.draft_fits then 'INVALID' end as code
          from translations t
          join message_keys k on k.application_id = t.application_id and k.key = t.key
          where ${selected} and t.draft_text is not null
        ),
        published as (
          update translations t set ${asPublished(by)}
          from drafts d
          where t.application_id = ${applicationId} and t.key = d.key and t.locale = d.locale and d.code is null
          returning t.key
        ),
        skipped as (select key, locale, code from drafts where code is not null union all ${missing})
      select json_object(
        'published': (select count(*) from published),
        'skipped': coalesce((
          select json_agg(json_object('key': s.key, 'locale': s.locale, 'code': s.code) order by s.key, s.locale)
          from skipped s), '[]'))::text as body`,
  )
}

type SortedTexts =
  ReturnType<typeof sorted<KeyedText>> extends Generator<unknown, infer Result> ? Result : never

/** A text that is equal to the latest one changes nothing, not even the version. */
export async function importAll(
  db: Queryable,
  applicationId: string,
  locale: string,
  { accepted, rejected }: SortedTexts,
  by: string | undefined,
): Promise<Shown> {
  return joiningSets(
    db,
    sql<Shown>`
      with
        given as materialized (
          select key, text, asks from json_to_recordset(${JSON.stringify(accepted)}::json) as g (key text, text text, asks jsonb)
        ),
        changed as materialized (
          select g.*, t.key is not null as known
          from given g
          left join translations t
            on t.application_id = ${applicationId} and t.key = g.key and t.locale = ${locale} and t.status <> 'NONE'
          where coalesce(t.draft_text, t.published_text) is distinct from g.text
        ),
        written as (
          insert into translations as t
            (application_id, key, locale, draft_text, draft_arguments, draft_base, drafted_by, drafted_at)
          select k.application_id, k.key, ${locale}, c.text, c.asks, k.base_digest, ${by}, now()
          from changed c join message_keys k on k.application_id = ${applicationId} and k.key = c.key
          on conflict (application_id, key, locale) do update set
            draft_text = excluded.draft_text, draft_arguments = excluded.draft_arguments, draft_fits = true,
            draft_base = excluded.draft_base, drafted_by = excluded.drafted_by, drafted_at = excluded.drafted_at,
            outdated = false, version = t.version + 1, updated_at = excluded.updated_at,
            created_at = case when t.status = 'NONE' then excluded.created_at else t.created_at end
        )
      select json_object(
        'added': (select count(*) from changed where not known),
        'updated': (select count(*) from changed where known),
        'unchanged': (select count(*) from given) - (select count(*) from changed),
        'rejected': ${JSON.stringify(rejected)}::json)::text as body`,
  )
}

export const keysOf = (texts: readonly KeyedText[]): string[] => texts.map(({ key }) => key)
