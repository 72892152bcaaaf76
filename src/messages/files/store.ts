/** Selects the texts of a locale for a file, and writes the texts of a file that came back. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, bulk, named, sql } from '../../db/sql.ts'
import type { Shown } from '../../http/operation/operation.ts'
import type { Argument } from '../arguments.ts'
import { joiningSets } from '../sets.ts'
import type { Judged } from './rules.ts'

/** A key in use with its text in the locale. An application without keys has one row, whose key is null. */
export type ExportedText = {
  baseLocale: string
  key: string | null
  baseText: string
  description: string | null
  arguments: Argument[]
  /** The draft, else the published text. In the base locale, the base text. */
  text: string | null
  digest: string | null
  status: 'DRAFT' | 'PUBLISHED' | 'PUBLISHED_WITH_DRAFT' | null
  needsWork: boolean | null
}

/** Selects no row if there is no such application. */
export const texts = (applicationId: string, locale: string, name: string): Sql<ExportedText> =>
  bulk(
    named(
      name,
      sql<ExportedText>`
    select a.base_locale as "baseLocale", k.key, k.base_text as "baseText", k.description, k.arguments,
      x.text, md5(x.text) as digest, t.status, t.invalid or t.outdated as "needsWork"
    from applications a
    left join message_keys k on k.application_id = a.id and k.obsoleted_at is null
    left join translations t
      on t.application_id = a.id and t.key = k.key and t.locale = ${locale} and t.status <> 'NONE'
      and a.base_locale <> ${locale}
    cross join lateral (
      select case when a.base_locale = ${locale} then k.base_text else coalesce(t.draft_text, t.published_text) end as text
    ) x
    where a.id = ${applicationId}
    order by k.key`,
    ),
  )

/** How many texts of each change a result shows. */
export const MOST_ROWS = 100

interface HowToWrite {
  dryRun: boolean
  /** True to replace texts that have changed here since the file was made. */
  replaceChanged: boolean
  /** Undefined for a client without a user. */
  by: string | undefined
}

/** The caller must have locked the application. */
export function writeTexts(
  db: Queryable,
  applicationId: string,
  locale: string,
  { accepted, rejected, unchanged, untranslated }: Judged,
  { dryRun, replaceChanged, by }: HowToWrite,
): Promise<Shown> {
  return joiningSets(
    db,
    sql<Shown>`
      with
        given as materialized (
          select * from json_to_recordset(${JSON.stringify(accepted)}::json)
            as g (key text, at text, position int, text text, asks jsonb, base uuid, digest uuid)
        ),
        judged as materialized (
          select g.*, x.before, k.base_digest <> g.base as outdated,
            case
              when x.before = g.text then 'UNCHANGED'
              when not ${replaceChanged} and md5(x.before)::uuid is distinct from g.digest then 'CHANGED'
              when x.before is null then 'ADDED'
              else 'UPDATED' end as change
          from given g
          join message_keys k on k.application_id = ${applicationId} and k.key = g.key
          left join translations t
            on t.application_id = ${applicationId} and t.key = g.key and t.locale = ${locale} and t.status <> 'NONE'
          cross join lateral (select coalesce(t.draft_text, t.published_text) as before) x
        ),
        written as (
          insert into translations as t
            (application_id, key, locale, draft_text, draft_arguments, draft_base, drafted_by, drafted_at, outdated)
          select ${applicationId}, key, ${locale}, text, asks, base, ${by}, now(), outdated
          from judged where change in ('ADDED', 'UPDATED') and not ${dryRun}
          on conflict (application_id, key, locale) do update set
            draft_text = excluded.draft_text, draft_arguments = excluded.draft_arguments, draft_fits = true,
            draft_base = excluded.draft_base, drafted_by = excluded.drafted_by, drafted_at = excluded.drafted_at,
            outdated = excluded.outdated, version = t.version + 1, updated_at = excluded.updated_at,
            created_at = case when t.status = 'NONE' then excluded.created_at else t.created_at end
        )
      select json_object(
        'added': count(*) filter (where change = 'ADDED'),
        'updated': count(*) filter (where change = 'UPDATED'),
        'unchanged': count(*) filter (where change = 'UNCHANGED') + ${unchanged}::int,
        'untranslated': ${untranslated}::int,
        'outdated': count(*) filter (where outdated and change in ('ADDED', 'UPDATED')),
        'rejected': (${JSON.stringify(rejected)}::jsonb || coalesce(
          jsonb_agg(
            jsonb_build_object('key', key, 'at', at, 'code', 'CHANGED', 'message', ${CHANGED}::text) order by position)
          filter (where change = 'CHANGED'), '[]'))::json,
        'rows': coalesce((
          select json_agg(
            json_object('key': r.key, 'change': r.change, 'text': r.text, 'before': r.before, 'outdated': r.outdated
              absent on null)
            order by r.change, r.position)
          from (
            select j.*, row_number() over (partition by j.change order by j.position) as n
            from judged j where j.change <> 'UNCHANGED'
          ) r
          where r.n <= ${MOST_ROWS}), '[]'))::text as body
      from judged`,
  )
}

const CHANGED = 'The text has changed here since the file was made, so it was kept.'
