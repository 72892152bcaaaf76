/**
 * Reads the log of events, and makes a delivery for each webhook that gets an event. A delivery is tried for three days but the
 * log has an event for only one, so each delivery has a copy of its event.
 */
import type { Database, Queryable } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type Logged, type Place, eventsAfter, head, placesThere } from '../events/log.ts'
import { type Maker, joinMaker, reachedBy } from './rights.ts'
import { MOST_WAITING } from './schedule.ts'

/** How many events one transaction reads at most. */
const PAGE = 200

type Open = Maker & {
  id: string
  kinds: string[]
  waiting: number
}

/** Reads a part of the log. Returns true if there may be more. Only one instance at a time reads. */
export async function readOn(db: Database, page = PAGE): Promise<boolean> {
  if (!(await db.maybe(HAS_NEW))) return false
  return db.transaction(async (tx) => {
    const last = await tx.maybe(LAST)
    if (!last) return false // another instance reads, or somebody makes a webhook
    const [there, events, webhooks] = await Promise.all([
      tx.many(placesThere([last])),
      tx.many(eventsAfter(last.position, page)),
      tx.many(OPEN),
    ])
    if (there.length === 0 || webhooks.length === 0) {
      await startAtEnd(tx, there.length === 0 ? webhooks : [])
      return false
    }
    const end = events.at(-1)
    if (!end) return false
    await queue(tx, events, webhooks)
    await tx.many(movedTo(end))
    return events.length === page
  })
}

const HAS_NEW = sql`
  select 1 from webhook_head own, event_head log where (own.position, own.tag) is distinct from (log.position, log.tag)`

const LAST = sql<Place>`select position::float8 as position, tag from webhook_head for update skip locked`

const movedTo = ({ position, tag }: Place): Sql =>
  sql`update webhook_head set position = ${position}, tag = ${tag}`

const OPEN = sql<Open>`
  select w.id, w.kinds, u.id as "userId", m.roles,
    (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'WAITING') as waiting
  from webhooks w ${joinMaker}
  where w.disabled_at is null`

/** We have read up to a place that the log no longer has, so nobody knows which events are missing. Each webhook gets a reset. */
async function startAtEnd(tx: Queryable, missing: readonly Open[]): Promise<void> {
  await tx.many(movedTo(await tx.one(head)))
  if (missing.length > 0) await tx.many(resets(missing))
}

/** Queues the events that the makers may see now. Events that a maker may not see are not even counted. */
async function queue(tx: Queryable, events: readonly Logged[], webhooks: readonly Open[]): Promise<void> {
  const reaches = await reachedBy(events, webhooks, tx)
  const pairs: { webhookId: string; position: number }[] = []
  const full: Open[] = []
  for (const webhook of webhooks) {
    const { id: webhookId, kinds, waiting } = webhook
    const its = events.filter(
      (event) => (kinds.length === 0 || kinds.includes(event.kind)) && reaches(event, webhook),
    )
    const room = Math.max(0, MOST_WAITING - waiting)
    pairs.push(...its.slice(0, room).map(({ position }) => ({ webhookId, position })))
    if (its.length > room) full.push(webhook)
  }
  if (pairs.length > 0) await tx.many(deliveriesOf(pairs))
  if (full.length > 0) await tx.many(resets(full))
}

const deliveriesOf = (pairs: readonly { webhookId: string; position: number }[]): Sql => sql`
  insert into webhook_deliveries (
    webhook_id, kind, position, tag, subject_id, parent_id, subject_version, parties, happened_at)
  select w.id, e.kind, e.position, e.tag, e.subject_id, e.parent_id, e.version, e.parties, e.created_at
  from unnest(${pairs.map(({ webhookId }) => webhookId)}::uuid[], ${pairs.map(({ position }) => position)}::bigint[])
    pair (webhook_id, position)
  join webhooks w on w.id = pair.webhook_id and w.disabled_at is null
  join events e on e.position = pair.position and e.created_at >= w.since
  order by e.position
  on conflict on constraint webhook_deliveries_event_key do nothing`

/**
 * One reset stands for all events that were left out. If a reset is waiting that may have been sent already, another one is made.
 */
const resets = (webhooks: readonly Open[]): Sql => sql`
  insert into webhook_deliveries (webhook_id, kind, happened_at)
  select w.id, 'reset', now() from webhooks w
  where w.id = any(${webhooks.map(({ id }) => id)}::uuid[]) and w.disabled_at is null and not exists (
    select from webhook_deliveries d
    where d.webhook_id = w.id and d.kind = 'reset' and d.state = 'WAITING' and w.lease_token is null)`
