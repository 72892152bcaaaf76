/** The SQL of applications. */
import type * as z from 'zod'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { withConstraints } from '../../db/violations.ts'
import { type Field, textField, timestampField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import type { CreateApplication } from './schema.ts'

export type LockedApplication = {
  id: string
  version: number
  displayName: string
  description: string | null
  baseLocale: string
}

const json = sql`json_object(
  'applicationId': a.id,
  'displayName': a.display_name,
  'description': a.description,
  'baseLocale': a.base_locale,
  'createdAt': rfc3339(a.created_at),
  'updatedAt': rfc3339(a.updated_at)
  absent on null)`

/** Ids are always in small letters, so lists can sort by the id itself. */
const id: Field = { ...textField(sql`a.id`), sortKey: { expression: sql`a.id`, type: 'text' } }

const fields: Record<string, Field> = {
  applicationId: id,
  name: textField(sql`a.display_name`),
  baseLocale: textField(sql`a.base_locale`),
  createdAt: timestampField(sql`a.created_at`),
  updatedAt: timestampField(sql`a.updated_at`),
}

export const applications: Collection<unknown> = {
  fields,
  sortedBy: { id },
  sorts: ['applicationId', 'name', 'createdAt', 'updatedAt'],
  rows: () => ({ from: sql`applications a`, where: sql`true`, json }),
}

export const show = (id: string) => sql<Shown>`
  select a.id, a.version, (${json})::text as body from applications a where a.id = ${id}`

export const lock = (id: string) => sql<LockedApplication>`
  select id, version, display_name as "displayName", description, base_locale as "baseLocale"
  from applications where id = ${id} for update`

/** This must run after the lock, because a statement sees only rows that were committed before it began. */
export const hasKeys = (id: string): Sql<{ hasKeys: boolean }> => sql<{ hasKeys: boolean }>`
  select exists (select from message_keys where application_id = ${id}) as "hasKeys"`

export async function insert(db: Queryable, application: z.output<typeof CreateApplication>): Promise<Shown> {
  const { applicationId: id, displayName, description, baseLocale } = application
  const statement = sql<Shown>`
    with a as (
      insert into applications (id, display_name, description, base_locale)
      values (${id}, ${displayName}, ${description}, ${baseLocale})
      returning *
    )
    select a.id, a.version, (${json})::text as body from a`
  const taken = { applications_pkey: () => conflict(`There is an application with the id ${id} already.`) }
  return withConstraints(taken, db.one(statement))
}

export async function update(db: Queryable, application: LockedApplication): Promise<Shown> {
  return db.one(sql<Shown>`
    with a as (
      update applications set
        display_name = ${application.displayName}, description = ${application.description},
        base_locale = ${application.baseLocale}, version = version + 1, updated_at = now()
      where id = ${application.id}
      returning *
    )
    select a.id, a.version, (${json})::text as body from a`)
}

/**
 * Counts all translations, and takes away those of obsolete keys, which are few. A join of 50,000 translations with their keys
 * took twice as long.
 */
export const locales = (id: string) => sql<Shown>`
  select json_object('items': coalesce(json_agg(json_object(
      'locale': l.locale, 'total': u.total, 'published': l.published, 'draft': l.draft,
      'missing': u.total - l.published - l.draft, 'invalid': l.invalid, 'outdated': l.outdated
    ) order by l.locale) filter (where l.locale is not null), '[]'))::text as body
  from applications a
  cross join lateral (
    select count(*) as total from message_keys k where k.application_id = a.id and k.obsoleted_at is null
  ) u
  left join lateral (
    select c.locale, sum(c.published) as published, sum(c.draft) as draft, sum(c.invalid) as invalid, sum(c.outdated) as outdated
    from (
      select t.locale, ${counts(sql`count(*)`)} from translations t
      where t.application_id = a.id and t.status <> 'NONE' group by t.locale
      union all
      select t.locale, ${counts(sql`-count(*)`)} from message_keys k
      join translations t on t.application_id = k.application_id and t.key = k.key
      where k.application_id = a.id and k.obsoleted_at is not null and t.status <> 'NONE' group by t.locale
    ) c
    group by c.locale
  ) l on true
  where a.id = ${id}
  group by a.id`

const counts = (count: Sql): Sql => sql`
  ${count} filter (where t.status <> 'DRAFT') as published, ${count} filter (where t.status = 'DRAFT') as draft,
  ${count} filter (where t.invalid) as invalid, ${count} filter (where t.outdated) as outdated`
