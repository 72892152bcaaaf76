/**
 * Sends what is due for one webhook, while it holds a lease of the webhook. If the sending process is killed, another instance
 * goes on when the lease ends. Some deliveries may then be sent twice, with the same `webhook-id`.
 */
import type { KeyObject } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import { eventOf } from '../events/frames.ts'
import type { EventIds } from '../events/ids.ts'
import type { Logged } from '../events/log.ts'
import { later } from '../pipeline/back-off.ts'
import { type PostSettings, post } from './post.ts'
import { type Maker, joinMaker, reachedBy } from './rights.ts'
import { opened } from './secret.ts'
import { disable, settle } from './settle.ts'

interface Sending {
  db: Database
  ids: EventIds
  key: KeyObject
  settings: PostSettings
  /** How long a lease lasts, in milliseconds. */
  lease?: number | undefined
}

/** In milliseconds. This is much longer than an attempt. */
const LEASE = 60_000

/** How many deliveries are sent to one endpoint at the same time. */
export const AT_ONCE = 8

/** A webhook for which this instance holds the lease. */
export interface Leased {
  id: string
  token: string
}

/** Leases webhooks for which something is due, except those that this process is sending to already. */
export async function leaseDue(db: Database, most: number, lease = LEASE): Promise<Leased[]> {
  const token = uuidv7()
  const leased = await db.many(sql<{ id: string }>`
    update webhooks set lease_token = ${token}, lease_until = ${later(lease)} where id in (
      select w.id from webhooks w
      where w.disabled_at is null and (w.lease_until is null or w.lease_until <= now())
        and (w.hold_until is null or w.hold_until <= now())
        and exists (
          select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'WAITING' and d.due_at <= now())
      order by w.lease_until nulls first, w.id limit ${most} for update skip locked)
    returning id`)
  return leased.map(({ id }) => ({ id, token }))
}

/** Sends until nothing is due, the endpoint fails, or `stopping` is aborted. */
export async function sendDue(sending: Sending, leased: Leased, stopping: AbortSignal): Promise<void> {
  try {
    while (!stopping.aborted && (await sendSome(sending, leased, stopping)));
  } catch (error) {
    if (!stopping.aborted) throw error
  } finally {
    await sending.db.many(released(leased))
  }
}

const released = ({ id, token }: Leased) =>
  sql`update webhooks set lease_token = null, lease_until = null where id = ${id} and lease_token = ${token}`

type Webhook = {
  url: string
  secret: Buffer
  formerSecret: Buffer | null
  failures: number
  /** Null if the maker may no longer have webhooks. */
  userId: string | null
  roles: string[] | null
}

type Due = Omit<Logged, 'position' | 'tag' | 'id'> & {
  deliveryId: string
  position: number | null
  tag: number | null
  id: string | null
}

/**
 * Sends a few deliveries. Returns true if there may be more. Each time, it first checks the maker's rights and what they may see.
 */
async function sendSome(sending: Sending, leased: Leased, stopping: AbortSignal): Promise<boolean> {
  const { db, key, settings, lease = LEASE } = sending
  const webhook = await db.maybe(renewed(leased, lease))
  if (!webhook) return false // it was disabled, deleted or must wait, or the lease was lost
  const { userId, roles } = webhook
  if (userId === null || roles === null) return disable(db, leased.id, 'MAKER')
  const secrets = secretsOf(webhook, key)
  if (!secrets) return disable(db, leased.id, 'SECRET_LOST')
  const most = webhook.failures > 0 ? 1 : AT_ONCE
  const due = await db.many(dueOf(leased.id, most))
  const seen = await seenOf(db, due, { userId, roles })
  const hidden = due.filter((one) => !seen.includes(one)).map(({ deliveryId }) => deliveryId)
  if (hidden.length > 0)
    await db.many(sql`delete from webhook_deliveries where id = any(${hidden}::uuid[]) and state = 'WAITING'`)
  const ended = await Promise.allSettled(
    seen.map(async (one) => {
      const message = { id: one.deliveryId, body: bodyOf(one, sending.ids) }
      const outcome = await post(webhook.url, message, secrets, settings, stopping)
      await settle(db, leased.id, one.deliveryId, outcome)
    }),
  )
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return due.length === most
}

/** Prolongs the lease, and reads the current state of the webhook. This happens before every few deliveries. */
const renewed = ({ id, token }: Leased, lease: number) => sql<Webhook>`
  with held as (
    update webhooks set lease_until = ${later(lease)}
    where id = ${id} and lease_token = ${token} and disabled_at is null and (hold_until is null or hold_until <= now())
    returning *
  )
  select w.url, w.secret, case when w.former_secret_until > now() then w.former_secret end as "formerSecret", w.failures,
    maker."userId", maker.roles
  from held w left join (select w.id, u.id as "userId", m.roles from held w ${joinMaker}) maker on maker.id = w.id`

const dueOf = (webhookId: string, most: number) => sql<Due>`
  select d.id as "deliveryId", d.kind, d.position::float8 as position, d.tag, d.subject_id as id, d.parent_id as "parentId",
    d.subject_version as version, d.parties, rfc3339(d.happened_at) as at,
    d.happened_at::text as "happenedAt"
  from webhook_deliveries d
  where d.webhook_id = ${webhookId} and d.state = 'WAITING' and d.due_at <= now()
  order by d.due_at, d.position nulls last, d.id limit ${most}`

/** Undefined if the secret cannot be read. If only the former secret cannot be read, it is left out. */
function secretsOf({ secret, formerSecret }: Webhook, key: KeyObject): Buffer[] | undefined {
  const [now, former] = [opened(secret, key), formerSecret && opened(formerSecret, key)]
  return now && [now, ...(former ? [former] : [])]
}

/** The deliveries whose events the maker may still see. Pings and resets reveal nothing, so they are always sent. */
async function seenOf(db: Database, due: readonly Due[], maker: Maker): Promise<Due[]> {
  const events = due.flatMap((one) => loggedOf(one) ?? [])
  if (events.length === 0) return [...due]
  const reaches = await reachedBy(events, [maker], db)
  return due.filter((one) => {
    const event = loggedOf(one)
    return !event || reaches(event, maker)
  })
}

/** The event of a delivery. Undefined for a ping or a reset. */
function loggedOf({ position, tag, id, ...event }: Due): Logged | undefined {
  return position === null || tag === null || id === null ? undefined : { ...event, position, tag, id }
}

/** The body of a delivery. It is the same at each attempt. */
function bodyOf(due: Due, ids: EventIds): string {
  const event = loggedOf(due)
  const { kind, at } = due
  return JSON.stringify({ type: kind, timestamp: at, data: event ? eventOf(event, ids) : { kind } })
}
