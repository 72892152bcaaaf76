/** Changes one translation. If it has a row, the caller must have locked that row. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { preconditionFailed } from '../../http/problem.ts'
import type { asksOf } from '../arguments.ts'
import { type LockedKey, type TranslationKey, show } from './store.ts'

export interface Draft {
  text: string
  asks: ReturnType<typeof asksOf>
  /** Undefined for a client without a user. */
  by: string | undefined
}

/** If two requests create a translation at the same time, the second one is refused, as if it had come later. */
export async function writeDraft(db: Queryable, { version }: LockedKey, key: TranslationKey, draft: Draft) {
  const created = version === null
  const statement = created ? create(key, draft) : replace(key, draft)
  const [written, shown] = await Promise.all([db.maybe(statement), db.one(show(key))])
  if (!written) throw preconditionFailed('The translation exists already; read it, and send its ETag.')
  return { ...shown, created }
}

const isTranslation = ({ applicationId, messageKey, locale }: TranslationKey): Sql => sql`
  t.application_id = ${applicationId} and t.key = ${messageKey} and t.locale = ${locale}`

const raised = sql`version = t.version + 1, updated_at = now()`

/** A discarded translation keeps its row, so a new draft continues with the next version. */
const create = ({ applicationId, messageKey, locale }: TranslationKey, { text, asks, by }: Draft): Sql => sql`
  insert into translations as t
    (application_id, key, locale, draft_text, draft_arguments, draft_base, drafted_by, drafted_at)
  select k.application_id, k.key, ${locale}, ${text}, ${asks}, k.base_digest, ${by}, now()
  from message_keys k where k.application_id = ${applicationId} and k.key = ${messageKey}
  on conflict (application_id, key, locale) do update set
    draft_text = excluded.draft_text, draft_arguments = excluded.draft_arguments, draft_base = excluded.draft_base,
    drafted_by = excluded.drafted_by, drafted_at = excluded.drafted_at, created_at = excluded.created_at,
    updated_at = excluded.updated_at, version = t.version + 1
  where t.status = 'NONE'
  returning t.version`

const replace = (key: TranslationKey, { text, asks, by }: Draft): Sql => sql`
  update translations t set
    draft_text = ${text}, draft_arguments = ${asks}, draft_fits = true, draft_base = k.base_digest,
    drafted_by = ${by}, drafted_at = now(), outdated = false, ${raised}
  from message_keys k
  where ${isTranslation(key)} and k.application_id = t.application_id and k.key = t.key
  returning t.version`

const NO_DRAFT = sql`
  draft_text = null, draft_arguments = null, draft_fits = true, draft_base = null, drafted_by = null, drafted_at = null`

export const discardDraft = (key: TranslationKey): Sql => sql`
  update translations t set ${NO_DRAFT}, outdated = coalesce(t.published_base <> k.base_digest, false), ${raised}
  from message_keys k
  where ${isTranslation(key)} and k.application_id = t.application_id and k.key = t.key`

export const asPublished = (by: string | undefined): Sql => sql`
  published_text = t.draft_text, published_arguments = t.draft_arguments, published_fits = t.draft_fits,
  published_base = t.draft_base, published_by = ${by}, published_at = now(), ${NO_DRAFT}, ${raised}`

export function publish(db: Queryable, key: TranslationKey, by: string | undefined): Promise<Shown> {
  const change = sql`update translations t set ${asPublished(by)} where ${isTranslation(key)}`
  return changeAndShow(db, [change], show(key))
}

/** If there is no draft, the published text becomes the draft, so that no text is lost. */
export function unpublish(db: Queryable, key: TranslationKey, by: string | undefined): Promise<Shown> {
  const change = sql`
    update translations t set
      draft_text = coalesce(t.draft_text, t.published_text),
      draft_arguments = ${kept(sql`t.draft_arguments`, sql`t.published_arguments`)},
      draft_fits = ${kept(sql`t.draft_fits`, sql`t.published_fits`)},
      draft_base = ${kept(sql`t.draft_base`, sql`t.published_base`)},
      drafted_by = ${kept(sql`t.drafted_by`, sql`${by}`)},
      drafted_at = ${kept(sql`t.drafted_at`, sql`now()`)},
      published_text = null, published_arguments = null, published_fits = true, published_base = null,
      published_by = null, published_at = null, ${raised}
    where ${isTranslation(key)}`
  return changeAndShow(db, [change], show(key))
}

const kept = (draft: Sql, published: Sql) =>
  sql`case when t.draft_text is null then ${published} else ${draft} end`
