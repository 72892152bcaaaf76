/** The SQL of deliveries for people: to list them, to send them again, and to test a webhook. */
import { type Queryable, changeAndShow } from '../db/database.ts'
import type { Purge } from '../db/purging.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import type { Collection } from '../http/filter/collection.ts'
import { type Fields, enumField, integerField, timestampField, uuidField } from '../http/filter/fields.ts'
import type { Found, Shown } from '../http/operation/operation.ts'
import { KEPT_DAYS, MOST_WAITING } from './schedule.ts'
import { DELIVERY_KINDS, STATES } from './schema.ts'

/**
 * The JSON of a delivery, in a select from `webhook_deliveries d`. The path of the subject is left out, because the maker of the
 * webhook may no longer see the subject.
 */
const deliveryJson = sql`json_object(
  'id': d.id,
  'kind': d.kind,
  'state': d.state,
  'attempts': d.attempts,
  'happenedAt': rfc3339(d.happened_at),
  'lastAttemptAt': rfc3339(d.last_attempt_at),
  'lastStatus': d.last_status,
  'lastError': d.last_error,
  'nextAttemptAt': rfc3339(d.due_at),
  'endedAt': rfc3339(d.ended_at),
  'createdAt': rfc3339(d.created_at)
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`d.id`),
  kind: enumField(sql`d.kind`, DELIVERY_KINDS),
  state: enumField(sql`d.state`, STATES),
  lastStatus: integerField(sql`d.last_status`),
  happenedAt: timestampField(sql`d.happened_at`),
  createdAt: timestampField(sql`d.created_at`),
}

export const deliveries: Collection<{ caller: Caller; params: { webhookId: string } }> = {
  fields,
  sorts: ['id', 'createdAt'],
  rows: ({ caller, params }) => ({
    parent: sql`
      select coalesce(w.maker_id = ${caller.accountId}, false) as visible from webhooks w where w.id = ${params.webhookId}`,
    from: sql`webhook_deliveries d`,
    where: sql`d.webhook_id = ${params.webhookId}`,
    json: deliveryJson,
  }),
}

const show = (id: string) => sql<Found>`
  select d.id, (${deliveryJson})::text as body from webhook_deliveries d where d.id = ${id}`

type LockedDelivery = {
  id: string
  webhookId: string
  enabled: boolean
  isMaker: boolean
}

/** Also locks the webhook, so that nobody disables it meanwhile. */
export const lockDelivery = (webhookId: string, id: string, { accountId }: Caller) => sql<LockedDelivery>`
  with webhook as (
    select w.id, w.disabled_at, w.maker_id from webhooks w where w.id = ${webhookId} for no key update
  )
  select d.id, w.id as "webhookId", w.disabled_at is null as enabled,
    coalesce(w.maker_id = ${accountId}, false) as "isMaker"
  from webhook w join webhook_deliveries d on d.webhook_id = w.id where d.id = ${id} for no key update of d`

/** Makes the delivery due again, with all its attempts, and ends the webhook's wait after failures. */
export const replay = (db: Queryable, { id, webhookId }: LockedDelivery): Promise<Shown> =>
  changeAndShow(db, [sql`${again} where d.id = ${id}`, atOnce(webhookId)], show(id))

const again = sql`
  update webhook_deliveries d set state = 'WAITING', attempts = 0, due_at = now(), ended_at = null`

const atOnce = (webhookId: string): Sql =>
  sql`update webhooks set hold_until = null where id = ${webhookId} and hold_until > now()`

const waitingFor = (webhookId: string): Sql => sql`(
  select count(*) from webhook_deliveries w where w.webhook_id = ${webhookId} and w.state = 'WAITING')`

/** Sends failed deliveries again, the oldest since this time first, as long as there is room for them. */
export const replaySince = (db: Queryable, webhookId: string, since: string): Promise<Shown> =>
  changeAndShow(
    db,
    [
      sql`
        ${again} where d.id in (
          select f.id from webhook_deliveries f
          where f.webhook_id = ${webhookId} and f.state = 'FAILED' and f.ended_at >= ${since}::timestamptz
          order by f.ended_at, f.id
          limit greatest(0, ${MOST_WAITING} - ${waitingFor(webhookId)}))`,
      atOnce(webhookId),
    ],
    sql<Shown>`
      select json_object(
        'replayed': count(*) filter (where state = 'WAITING' and attempts = 0 and due_at = now()),
        'left': count(*) filter (where state = 'FAILED' and ended_at >= ${since}::timestamptz))::text as body
      from webhook_deliveries where webhook_id = ${webhookId}`,
  )

/** Queues a ping, which is sent to the endpoint like an event. Undefined if too many deliveries wait. */
export const ping = (db: Queryable, webhookId: string): Promise<Shown | undefined> =>
  db.maybe(sql<Shown>`
    with d as (
      insert into webhook_deliveries (webhook_id, kind, happened_at) 
      select ${webhookId}::uuid, 'ping', now() where ${waitingFor(webhookId)} < ${MOST_WAITING} returning *
    ), held as (${atOnce(webhookId)})
    select d.id, (${deliveryJson})::text as body from d`)

/** Deletes deliveries that ended more than a week ago. Until then they can be sent again. */
export const endedDeliveries: Purge = (most) => sql`
  delete from webhook_deliveries where id in (
    select id from webhook_deliveries
    where state <> 'WAITING' and ended_at < now() - make_interval(days => ${KEPT_DAYS})
    order by ended_at limit ${most} for update skip locked)
  returning 1`
