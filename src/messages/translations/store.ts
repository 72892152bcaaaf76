/** The SQL of translations. */
import { type Sql, sql } from '../../db/sql.ts'
import {
  type Field,
  booleanField,
  enumField,
  textField,
  timestampField,
  uuidField,
} from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { userRef } from '../../resources/ref-json.ts'
import type { Argument } from '../arguments.ts'
import { STATUSES } from './schema.ts'

export interface TranslationKey {
  applicationId: string
  messageKey: string
  locale: string
}

/** If there is no translation, the columns of the translation are null. */
export type LockedKey = {
  baseLocale: string
  arguments: Argument[]
  obsolete: boolean
  version: number | null
  draftText: string | null
  draftFits: boolean | null
  publishedText: string | null
}

export interface KeyReference {
  key: string
  obsolete: boolean
  arguments: Argument[]
}

/**
 * A fact about the key of a translation. It is a select of its own: in a join, PostgreSQL could compare all keys with all
 * translations.
 */
const ofItsKey = (fact: Sql) => sql`
  (select ${fact} from message_keys k where k.application_id = t.application_id and k.key = t.key)`

/** The arguments that the text uses and the key lacks. */
const problems = sql`case when t.invalid then (
    select json_agg(json_object(
      'code': case when a.name is null then 'UNKNOWN_ARGUMENT' else 'ARGUMENT_TYPE_MISMATCH' end,
      'argument': asked.name,
      'message': case
        when a.name is null then format('The %s uses {%s}, which is not among the arguments of the key.', x.text, asked.name)
        else format('The %s uses {%s} as %s, but it is %s.', x.text, asked.name, asked.offer ->> 'type', a.type) end
      ) order by x.text, asked.name)
    from (values ('draft', t.draft_arguments), ('published text', t.published_arguments)) x (text, asks)
    cross join lateral jsonb_each(x.asks) as asked (name, offer)
    left join jsonb_to_recordset(${ofItsKey(sql`k.arguments`)}) as a (name text, type text) on a.name = asked.name
    where a.name is null or a.type <> asked.offer ->> 'type'
  ) else '[]' end`

export const translationJson = sql`json_object(
  'applicationId': t.application_id,
  'key': t.key,
  'locale': t.locale,
  'draftText': t.draft_text,
  'publishedText': t.published_text,
  'status': t.status,
  'invalid': t.invalid,
  'problems': ${problems},
  'outdated': t.outdated,
  'draftedBy': ${userRef(sql`t.drafted_by`)},
  'draftedAt': rfc3339(t.drafted_at),
  'publishedBy': ${userRef(sql`t.published_by`)},
  'publishedAt': rfc3339(t.published_at),
  'createdAt': rfc3339(t.created_at),
  'updatedAt': rfc3339(t.updated_at)
  absent on null)`

const byLocale: Record<string, Field> = {
  locale: textField(sql`t.locale`),
  status: enumField(sql`t.status`, STATUSES),
  invalid: booleanField(sql`t.invalid`),
  outdated: booleanField(sql`t.outdated`),
}
const defaultSort = { id: uuidField(sql`t.id`), createdAt: timestampField(sql`t.created_at`) }

export const ofApplication: Collection<{ params: { applicationId: string } }> = {
  fields: { key: textField(sql`t.key`), ...byLocale },
  sortedBy: defaultSort,
  sorts: ['key', 'createdAt'],
  rows: ({ params: { applicationId } }) => ({
    parent: sql`select true as visible from applications where id = ${applicationId}`,
    from: sql`translations t`,
    where: sql`
      t.application_id = ${applicationId} and t.status <> 'NONE' and ${ofItsKey(sql`k.obsoleted_at`)} is null`,
    json: translationJson,
  }),
}

export const ofKey: Collection<{ params: { applicationId: string; messageKey: string } }> = {
  fields: byLocale,
  sortedBy: defaultSort,
  sorts: ['locale', 'createdAt'],
  rows: ({ params: { applicationId, messageKey } }) => ({
    parent: sql`
      select true as visible from message_keys where application_id = ${applicationId} and key = ${messageKey}`,
    from: sql`translations t`,
    where: sql`t.application_id = ${applicationId} and t.key = ${messageKey} and t.status <> 'NONE'`,
    json: translationJson,
  }),
}

export const show = ({ applicationId, messageKey, locale }: TranslationKey) => sql<Shown>`
  select t.version, (${translationJson})::text as body from translations t
  where t.application_id = ${applicationId} and t.key = ${messageKey} and t.locale = ${locale} and t.status <> 'NONE'`

/** Locks the key against imports. If an import came first, this statement sees the key as it is after the import. */
export const lockKey = ({ applicationId, messageKey, locale }: TranslationKey) => sql<LockedKey>`
  with
    a as (select id, base_locale from applications where id = ${applicationId} for share),
    k as (
      select k.* from a join message_keys k on k.application_id = a.id
      where k.key = ${messageKey} for share of k
    ),
    t as (
      select t.* from k join translations t on t.application_id = k.application_id and t.key = k.key
      where t.locale = ${locale} for update of t
    )
  select a.base_locale as "baseLocale", k.arguments, k.obsoleted_at is not null as obsolete, t.version,
    t.draft_text as "draftText", t.draft_fits as "draftFits", t.published_text as "publishedText"
  from a cross join k left join t on t.status <> 'NONE'`

export const lock = (key: TranslationKey, condition = sql`l.version is not null`) => sql<LockedKey>`
  select * from (${lockKey(key)}) l where l.version is not null and ${condition}`

export const references = (applicationId: string, keys: readonly string[]) => sql<{ keys: KeyReference[] }>`
  select coalesce(json_agg(json_object('key': k.key, 'obsolete': k.obsoleted_at is not null, 'arguments': k.arguments)), '[]') as keys
  from unnest(${keys}::text[]) as named (key)
  join message_keys k on k.application_id = ${applicationId} and k.key = named.key`
