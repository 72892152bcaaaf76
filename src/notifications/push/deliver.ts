/**
 * Sends the push messages that are due. Leases make sure that only one instance sends a message. Its text is written from the
 * inbox at that moment. If the sending process is killed, a message may be sent twice; the second one replaces the first.
 */
import type { Warn } from '../../db/background.ts'
import type { Database } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { backOff, later } from '../../pipeline/back-off.ts'
import { MINUTES_BETWEEN } from '../pace.ts'
import { noticeFor } from './notice.ts'
import { type Outcome, type SendOptions, type Subscription, send } from './send.ts'

export interface PushDelivery extends SendOptions {
  db: Database
  warn: Warn
  /** How long a lease lasts, in milliseconds. */
  lease?: number
}

/** In milliseconds. This is longer than the longest attempt, with some time for the database. */
const LEASE = 300_000

/** How many messages one lease covers. They are sent at the same time, so that a slow push service delays few others. */
const MOST = 20

/** After the push service has put a message off this number of times, we drop it. */
export const MOST_ATTEMPTS = 8

type Leased = Subscription & {
  id: string
  userId: string
  publicKey: string
  attempts: number
}

/** Returns how many messages were leased. */
export async function deliverPushes(delivery: PushDelivery, stopping: AbortSignal): Promise<number> {
  const { db, lease = LEASE } = delivery
  const token = uuidv7()
  const devices = await db.many(leased(token, lease))
  try {
    const ends = await Promise.allSettled(
      devices.map((device) => handleOrPutOff(delivery, token, device, stopping)),
    )
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed && !stopping.aborted) throw failed.reason
  } finally {
    if (devices.length > 0) await db.many(released(token))
  }
  return devices.length
}

/** A message that fails by itself waits longer each time, and is finally dropped. */
async function handleOrPutOff(
  delivery: PushDelivery,
  token: string,
  device: Leased,
  stopping: AbortSignal,
): Promise<void> {
  const { db, warn } = delivery
  const { id, userId, attempts } = device
  try {
    await handle(delivery, token, device, stopping)
  } catch (error) {
    if (stopping.aborted) throw error
    const next = sql`now() + make_interval(mins => ${MINUTES_BETWEEN})`
    const isLast = attempts + 1 >= MOST_ATTEMPTS
    await db.many(isLast ? ended(token, device, next) : onceMore(token, device, backOff(attempts + 1)))
    warn('A push message failed.', { userId, deviceId: id, error })
  }
}

async function handle(
  delivery: PushDelivery,
  token: string,
  device: Leased,
  stopping: AbortSignal,
): Promise<void> {
  const { db, keys } = delivery
  const notice = await noticeFor(db, device)
  // If the browser registered with an earlier key of ours, it cannot receive messages.
  if (notice.kind === 'ENDED' || device.publicKey !== keys.publicKey) {
    await db.many(gone(token, device))
    return
  }
  if (notice.kind === 'NOTHING') {
    await db.many(ended(token, device, sql`pd.not_before`))
    return
  }
  const outcome = await send(device, notice.payload, delivery, stopping)
  await settle(delivery, token, device, notice.afterwards, outcome)
}

const leased = (token: string, lease: number) => sql<Leased>`
  update push_devices pd set lease_token = ${token}, lease_until = ${later(lease)}, due_at = null
  where pd.id in (
    select id from push_devices
    where (due_at is not null or lease_until is not null) and least(due_at, lease_until) <= now()
      and (lease_until is null or lease_until <= now())
    order by least(due_at, lease_until) limit ${MOST} for update skip locked)
  returning pd.id, pd.user_id as "userId", pd.endpoint, pd.p256dh, pd.auth, pd.public_key as "publicKey", pd.attempts`

/** Devices that are still leased become due again, even if a message may have been sent. */
const released = (token: string): Sql => sql`
  update push_devices set lease_token = null, lease_until = null, due_at = coalesce(due_at, now())
  where lease_token = ${token}`

const gone = (token: string, { id }: Leased): Sql =>
  sql`delete from push_devices where id = ${id} and lease_token = ${token}`

/**
 * Ends the lease. If an event has made the device due again meanwhile, the next message still waits for the pause between
 * messages.
 */
const ended = (token: string, { id }: Leased, notBefore: Sql): Sql => sql`
  update push_devices pd set lease_token = null, lease_until = null, attempts = 0, not_before = ${notBefore},
    due_at = case when pd.due_at is not null then greatest(pd.due_at, ${notBefore}) end
  where pd.id = ${id} and pd.lease_token = ${token}`

/** Tries again after `wait` milliseconds. */
const onceMore = (token: string, { id }: Leased, wait: number): Sql => sql`
  update push_devices set lease_token = null, lease_until = null, attempts = attempts + 1, due_at = ${later(wait)}
  where id = ${id} and lease_token = ${token}`

async function settle(
  { db, warn }: PushDelivery,
  token: string,
  device: Leased,
  afterwards: Sql[],
  outcome: Outcome,
): Promise<void> {
  const { id, userId, attempts } = device
  if (outcome.kind === 'GONE') {
    await db.many(gone(token, device))
    return
  }
  if (outcome.kind === 'LATER' && attempts + 1 < MOST_ATTEMPTS) {
    const wait = outcome.notBefore ? outcome.notBefore.getTime() - Date.now() : 0
    await db.many(onceMore(token, device, Math.max(Math.round(wait), backOff(attempts + 1))))
    return
  }
  const next = sql`now() + make_interval(mins => ${MINUTES_BETWEEN})`
  await db.transaction(async (tx) => {
    await Promise.all([
      ...afterwards.map((statement) => tx.many(statement)),
      ...(outcome.kind === 'SENT'
        ? [tx.many(sql`update push_devices set sent_at = now() where id = ${id} and lease_token = ${token}`)]
        : []),
      tx.many(ended(token, device, next)),
    ])
  })
  if (outcome.kind !== 'SENT') warn(`A push message was dropped. ${outcome.why}`, { userId, deviceId: id })
}
