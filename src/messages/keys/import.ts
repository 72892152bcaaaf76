/** Imports all keys of an application in one statement. Only differences are written. */
import type * as z from 'zod'
import type { Queryable } from '../../db/database.ts'
import { type Sql, empty, sql } from '../../db/sql.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { inSlices } from '../../http/turns/slices.ts'
import { offersOf } from '../arguments.ts'
import { joiningSets } from '../sets.ts'
import type { KeyCatalog } from './schema.ts'

type Catalog = z.output<typeof KeyCatalog>

/** How many keys a preview shows of each change. */
export const MOST_PREVIEWED = 100

interface HowToImport {
  dryRun: boolean
  /** True if the answer also has the first keys of each change. */
  withRows?: boolean
}

/** The caller must have locked the application. A dry run does the same, and is rolled back. */
export async function importKeys(
  db: Queryable,
  applicationId: string,
  catalog: Catalog,
  { dryRun, withRows = false }: HowToImport,
): Promise<Shown> {
  const rows = await inSlices(rowsOf(catalog))
  const sent = [
    ...(dryRun ? [db.many(sql`savepoint before_import`)] : []),
    db.many(moveBase(applicationId, catalog.baseLocale)),
  ]
  const imported = joiningSets(db, replace(applicationId, rows, withRows ? firstRows : empty))
  if (dryRun) sent.push(db.many(sql`rollback to savepoint before_import`))
  const [shown] = await Promise.all([imported, ...sent])
  return shown
}

const moveBase = (applicationId: string, baseLocale: string): Sql => sql`
  update applications set base_locale = ${baseLocale}, version = version + 1, updated_at = now()
  where id = ${applicationId} and base_locale <> ${baseLocale}`

/** Makes the JSON in slices. In one piece, 30 MB would block all other requests for 150 ms. */
function* rowsOf({ keys }: Catalog): Generator<undefined, Buffer> {
  const rows: Buffer[] = []
  for (const key of keys) {
    const row = JSON.stringify({ ...key, offers: offersOf(key.arguments) })
    rows.push(Buffer.from(`${rows.length === 0 ? '[' : ','}${row}`))
    yield
  }
  return keys.length === 0 ? Buffer.from('[]') : Buffer.concat([...rows, Buffer.from(']')])
}

const replace = (applicationId: string, rows: Buffer, more: Sql) => sql<Shown>`
    with
      given as materialized (
        select key, "baseText" as base_text, md5("baseText")::uuid as base_digest, description, arguments, offers
        from json_to_recordset(${rows}::json)
          as g (key text, "baseText" text, description text, arguments jsonb, offers jsonb)
      ),
      changed as materialized (
        select g.*, k.key is not null as known, k.base_text as before,
          g.base_digest is distinct from k.base_digest as other_base,
          g.arguments is distinct from k.arguments as other_arguments
        from given g
        left join message_keys k on k.application_id = ${applicationId} and k.key = g.key
        where k.key is null or k.obsoleted_at is not null or k.base_text <> g.base_text
          or k.description is distinct from g.description or k.arguments <> g.arguments
      ),
      written as (
        insert into message_keys as k (application_id, key, base_text, description, arguments)
        select ${applicationId}, key, base_text, description, arguments from changed
        on conflict (application_id, key) do update set
          base_text = excluded.base_text, description = excluded.description, arguments = excluded.arguments,
          obsoleted_at = null, version = k.version + 1, updated_at = excluded.updated_at
      ),
      obsoleted as (
        update message_keys k set obsoleted_at = now(), version = version + 1, updated_at = now()
        where k.application_id = ${applicationId} and k.obsoleted_at is null
          and not exists (select from given g where g.key = k.key)
        returning k.key, k.base_text
      ),
      ${rechecked(applicationId)}
    select json_object(
      'added': (select count(*) from changed where not known),
      'updated': (select count(*) from changed where known),
      'obsoleted': (select count(*) from obsoleted),
      'unchanged': (select count(*) from given) - (select count(*) from changed),
      'invalidated': coalesce((
        select json_agg(json_object('key': r.key, 'locale': r.locale) order by r.key, r.locale)
        from rechecked r where r.invalidated), '[]')${more})::text as body`

const firstRows = sql`,
      'rows': coalesce((
        select json_agg(
          json_object('key': p.key, 'change': p.change, 'baseText': p.base_text, 'before': p.before absent on null)
          order by p.change, p.key)
        from (
          select c.*, row_number() over (partition by c.change order by c.key) as position
          from (
            select key, case when known then 'UPDATED' else 'ADDED' end as change, base_text, before from changed
            union all
            select key, 'OBSOLETE', base_text, null from obsoleted
          ) c
        ) p
        where p.position <= ${MOST_PREVIEWED}), '[]')`

/** If the import does not change the JSON of a translation, its version stays the same. */
const rechecked = (applicationId: string): Sql => sql`
      rechecked as (
        update translations t set
          draft_fits = ${fits(sql`t.draft_arguments`)},
          published_fits = ${fits(sql`t.published_arguments`)},
          outdated = ${OUTDATED},
          version = t.version + 1, updated_at = now()
        from changed c
        where t.application_id = ${applicationId} and t.key = c.key and t.status <> 'NONE'
          and c.known and (c.other_base or c.other_arguments)
          and (
            t.draft_fits <> ${fits(sql`t.draft_arguments`)}
            or t.published_fits <> ${fits(sql`t.published_arguments`)}
            or t.outdated <> ${OUTDATED}
            or t.invalid and c.other_arguments)
        returning t.key, t.locale,
          old.draft_fits and not new.draft_fits or old.published_fits and not new.published_fits as invalidated
      )`

const fits = (asks: Sql): Sql => sql`coalesce(c.offers @> ${asks}, true)`

const OUTDATED = sql`(coalesce(case when t.draft_text is null then t.published_base else t.draft_base end <> c.base_digest, false))`
