/** The SQL of webhooks. */
import { type Queryable, changeAndShow } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import type { Collection } from '../http/filter/collection.ts'
import {
  type Fields,
  booleanField,
  enumField,
  textField,
  timestampField,
  uuidField,
} from '../http/filter/fields.ts'
import type { Found, Shown } from '../http/operation/operation.ts'
import type { Actor } from '../identity/audit/actor.ts'
import { type AuditSource, auditRecord, auditRecords } from '../identity/audit/record.ts'
import { MOST_WEBHOOKS, OVERLAP_HOURS } from './schedule.ts'
import { DISABLED_REASONS, type DisabledReason } from './schema.ts'
import { selectSealingKey } from './secret.ts'

/** The JSON of a webhook, in a select from `webhooks w`. */
export const webhookJson = sql`json_object(
  'id': w.id,
  'maker': (select json_object('id': m.id, 'displayName': m.name) from accounts m where m.id = w.maker_id),
  'url': w.url,
  'description': w.description,
  'kinds': to_json(w.kinds),
  'enabled': w.disabled_at is null,
  'disabledAt': rfc3339(w.disabled_at),
  'disabledReason': w.disabled_reason,
  'waiting': (select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.state = 'WAITING'),
  'lastSuccessAt': rfc3339(w.last_success_at),
  'lastFailureAt': rfc3339(w.last_failure_at),
  'lastFailure': w.last_failure,
  'formerSecretUntil': case when w.former_secret_until > now() then rfc3339(w.former_secret_until) end,
  'createdAt': rfc3339(w.created_at),
  'updatedAt': rfc3339(w.updated_at)
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`w.id`),
  makerId: uuidField(sql`w.maker_id`),
  url: textField(sql`w.url`),
  enabled: booleanField(sql`(w.disabled_at is null)`),
  disabledReason: enumField(sql`w.disabled_reason`, DISABLED_REASONS),
  createdAt: timestampField(sql`w.created_at`),
  updatedAt: timestampField(sql`w.updated_at`),
}

export const webhooks: Collection<object> = {
  fields,
  sorts: ['id', 'createdAt', 'updatedAt'],
  rows: () => ({ from: sql`webhooks w`, where: sql`true`, json: webhookJson }),
}

export const show = (id: string) => sql<Found>`
  select w.id, w.version, (${webhookJson})::text as body from webhooks w where w.id = ${id}`

/**
 * Locks the only row of `webhook_head`, so that only one caller at a time can make a webhook. The next statement counts the
 * webhooks.
 */
export const lockAll = sql<{ loopbackPorts: number[]; sealedWith: Buffer | null }>`
  select h.loopback_ports as "loopbackPorts", ${selectSealingKey} as "sealedWith" from webhook_head h for no key update of h`

export type LockedWebhook = {
  id: string
  version: number
  url: string
  description: string
  kinds: string[]
  enabled: boolean
  isMaker: boolean
  makerId: string
  loopbackPorts: number[]
  sealedWith: Buffer | null
  now: string
}

export const lock = (id: string, { accountId }: Caller) => sql<LockedWebhook>`
  select w.id, w.version, w.url, w.description, w.kinds, w.disabled_at is null as enabled, w.maker_id as "makerId",
    coalesce(w.maker_id = ${accountId}, false) as "isMaker", rfc3339(now()) as now,
    (select h.loopback_ports from webhook_head h) as "loopbackPorts", ${selectSealingKey} as "sealedWith"
  from webhooks w where w.id = ${id} for no key update of w`

interface NewWebhook {
  id: string
  makerId: string
  url: string
  description: string
  kinds: readonly string[]
  secret: Buffer
}

/** Undefined if the service has as many webhooks as allowed. */
export async function insert(db: Queryable, webhook: NewWebhook): Promise<Shown | undefined> {
  const { id, makerId, url, description, kinds, secret } = webhook
  return db.maybe(sql<Shown>`
    with w as (
      insert into webhooks (id, maker_id, url, description, kinds, secret)
      select ${id}::uuid, ${makerId}::uuid, ${url}::text, ${description}::text, ${[...kinds]}::text[], ${secret}::bytea
      where (select count(*) from webhooks) < ${MOST_WEBHOOKS}
      returning *
    )
    select w.id, w.version, (${webhookJson})::text as body from w`)
}

interface Settings {
  url: string
  description: string
  kinds: readonly string[]
}

export function update(
  db: Queryable,
  { id, enabled }: LockedWebhook,
  settings: Settings,
  { enable, statements }: { enable: boolean; statements: Sql[] },
): Promise<Shown> {
  const { url, description, kinds } = settings
  return changeAndShow(
    db,
    [
      sql`
        update webhooks set url = ${url}, description = ${description}, kinds = ${[...kinds]}::text[],
          version = version + 1, updated_at = now()
        where id = ${id}`,
      ...(enable && !enabled ? [enabling(id)] : []),
      ...statements,
    ],
    show(id),
  )
}

const enabling = (id: string): Sql => sql`
  update webhooks set disabled_at = null, disabled_reason = null, since = now(), failures = 0, failing_since = null,
    hold_until = null
  where id = ${id}`

/**
 * Disables webhooks. Their waiting deliveries are marked as failed, and can be sent again later. `which` is a condition on
 * `webhooks w`.
 */
export const disabling = (which: Sql, reason: DisabledReason, { by, ...source }: AuditSource): Sql => sql`
  with ended as (
    update webhooks w set disabled_at = now(), disabled_reason = ${reason}, version = version + 1, updated_at = now()
    where w.disabled_at is null and ${which}
    returning w.id, w.maker_id
  ), failed as (
    update webhook_deliveries d set state = 'FAILED', due_at = null, ended_at = now(), last_error = ${DISABLED}
    from ended where d.webhook_id = ended.id and d.state = 'WAITING'
  )
  ${auditRecords(
    { kind: 'WEBHOOK_DISABLED', by, ...source },
    {
      rows: sql`ended`,
      accountId: sql`ended.maker_id`,
      details: sql`json_build_object('webhookId', ended.id, 'reason', ${reason}::text)`,
    },
  )}`

/** The condition for one webhook. */
export const named = (id: string): Sql => sql`w.id = ${id}`

const DISABLED = 'The webhook was disabled.'

export function renewSecret(db: Queryable, id: string, secret: Buffer, statements: Sql[]): Promise<Shown> {
  return changeAndShow(
    db,
    [
      sql`
        update webhooks set former_secret = secret, former_secret_until = now() + make_interval(hours => ${OVERLAP_HOURS}),
          secret = ${secret}, version = version + 1, updated_at = now()
        where id = ${id}`,
      ...statements,
    ],
    show(id),
  )
}

export const removal = (id: string): Sql => sql`delete from webhooks where id = ${id}`

/** For an erasure. It must run before the account is deleted. */
export const removalOf = (makerId: string, source: AuditSource): Sql => sql`
  with gone as (delete from webhooks where maker_id = ${makerId} returning id)
  ${auditRecords(
    { kind: 'WEBHOOK_DELETED', accountId: makerId, ...source },
    { rows: sql`gone`, details: sql`json_build_object('webhookId', gone.id)` },
  )}`

/** The audit event of a change. It leaves the URL out, because a URL may contain a name. */
export const recorded = (
  kind: 'WEBHOOK_MADE' | 'WEBHOOK_CHANGED' | 'WEBHOOK_SECRET_MADE' | 'WEBHOOK_DELETED',
  { id, makerId }: { id: string; makerId: string },
  source: { by: Actor } & Partial<AuditSource>,
  changed: string[] = [],
): Sql =>
  auditRecord({
    kind,
    accountId: makerId,
    ...source,
    details: { webhookId: id, ...(changed.length > 0 ? { changed } : {}) },
  })
