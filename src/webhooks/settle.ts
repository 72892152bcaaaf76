/** Stores the result of an attempt in the delivery and in its webhook. After each failure, the webhook waits longer. */
import type { Database, Queryable } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { ITSELF } from '../identity/audit/actor.ts'
import { later } from '../pipeline/back-off.ts'
import type { Outcome } from './post.ts'
import { MOST_FAILING_HOURS, PAUSES, holdAfter, pauseAfter } from './schedule.ts'
import type { DisabledReason } from './schema.ts'
import { disabling, named } from './store.ts'

type Failed = Exclude<Outcome, { kind: 'SENT' }>

export async function settle(
  db: Database,
  webhookId: string,
  deliveryId: string,
  outcome: Outcome,
): Promise<void> {
  await db.transaction(async (tx) => {
    // The webhook is locked first, as in every other change that concerns both.
    const webhook = await tx.maybe(lockWebhook(webhookId))
    if (!webhook) return
    if (outcome.kind === 'SENT') {
      await Promise.all([tx.many(sent(deliveryId, outcome.status)), tx.many(succeeded(webhookId))])
      return
    }
    const delivery = await tx.maybe(lockDelivery(deliveryId))
    await tx.many(webhookFailed(webhookId, webhook, outcome))
    if (delivery) await tx.many(failed(deliveryId, delivery.attempts + 1, outcome))
    if (outcome.kind === 'GONE') await disable(tx, webhookId, 'GONE')
    else if (webhook.isHopeless) await disable(tx, webhookId, 'FAILING')
  })
}

/** Disables a webhook. Returns false, because nothing more is to be sent. */
export async function disable(db: Queryable, webhookId: string, reason: DisabledReason): Promise<false> {
  await db.many(disabling(named(webhookId), reason, { by: ITSELF }))
  return false
}

type LockedState = {
  failures: number
  isHeld: boolean
  isHopeless: boolean
}

const lockWebhook = (id: string) => sql<LockedState>`
  select failures, coalesce(hold_until > now(), false) as "isHeld",
    coalesce(failing_since < now() - make_interval(hours => ${MOST_FAILING_HOURS}), false) as "isHopeless"
  from webhooks where id = ${id} for no key update`

const lockDelivery = (id: string) => sql<{ attempts: number }>`
  select attempts from webhook_deliveries where id = ${id} and state = 'WAITING' for no key update`

/** Marks a delivery as sent, even if it was marked as failed because its webhook was disabled during the attempt. */
const sent = (id: string, status: number): Sql => sql`
  update webhook_deliveries set state = 'SENT', attempts = attempts + 1, due_at = null, ended_at = now(),
    last_attempt_at = now(), last_status = ${status}, last_error = null
  where id = ${id} and state <> 'SENT'`

const succeeded = (id: string): Sql => sql`
  update webhooks set last_success_at = now(), failures = 0, failing_since = null, hold_until = null where id = ${id}`

/** If several deliveries fail at the same time, the webhook counts only one failure. */
const webhookFailed = (id: string, { failures, isHeld }: LockedState, outcome: Failed): Sql => {
  const counted = isHeld ? failures : failures + 1
  const retryAt = outcome.kind === 'FAILED' ? (outcome.retryAt ?? null) : null
  return sql`
    update webhooks set failures = ${counted}, failing_since = coalesce(failing_since, now()), last_failure_at = now(),
      last_failure = ${outcome.error},
      hold_until = greatest(hold_until, ${later(holdAfter(Math.max(1, counted)))}, ${retryAt}::timestamptz)
    where id = ${id}`
}

const failed = (id: string, attempts: number, { status, error, ...outcome }: Failed): Sql => {
  const pause = outcome.kind === 'GONE' ? undefined : pauseAfter(attempts)
  const retryAt = outcome.kind === 'FAILED' ? (outcome.retryAt ?? null) : null
  const goesOn = pause !== undefined
  return sql`
    update webhook_deliveries set attempts = ${attempts}, last_attempt_at = now(), last_status = ${status ?? null},
      last_error = ${error}, state = case when ${goesOn} then 'WAITING' else 'FAILED' end,
      due_at = case when ${goesOn} then greatest(${later(pause ?? 0)}, ${retryAt}::timestamptz) end,
      ended_at = case when ${goesOn} then null else now() end
    where id = ${id}`
}

/** How many times a delivery is tried. */
export const MOST_ATTEMPTS = PAUSES.length + 1
