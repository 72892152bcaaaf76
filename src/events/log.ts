/**
 * The log of events. The transaction of a change inserts an event without a position. Soon afterwards, one instance at a time
 * gives positions to all committed events, holding the lock of `event_head`. So no event can appear before a position that a
 * reader has already passed, however long the event's transaction took.
 */
import type { Database } from '../db/database.ts'
import type { Purge } from '../db/purging.ts'
import { sql } from '../db/sql.ts'

/** A place in the log: the position of an event, and its tag. */
export type Place = {
  position: number
  tag: number
}

/** An event as it is in the log. */
export type Logged = Place & {
  kind: string
  id: string
  parentId: string | null
  version: number | null
  parties: string[] | null
  at: string
  /** The same time with all its digits, to compare it with others. */
  happenedAt: string
}

/** PostgreSQL sends a notification on this channel when events have got positions. */
export const CHANNEL = 'scorebook_events'

const KEPT_HOURS = 24

/** The most events of a batch. */
const BATCH = 1_000

/** True if some events have no position yet. An instance that was killed leaves such events. */
export const hasDue = sql<{ due: boolean }>`
  select exists (select from events where position is null) as due`

export const head = sql<Place>`select position::float8 as position, tag from event_head`

/** Those of these places that are in the log. The others were deleted, or belong to another database. */
export const placesThere = (places: readonly Place[]) => sql<Place>`
  select place.position::float8 as position, place.tag
  from unnest(${places.map(({ position }) => position)}::bigint[], ${places.map(({ tag }) => tag)}::int[]) place (position, tag)
  where exists (select from events e where e.position = place.position and e.tag = place.tag)`

/** How many events a page has at most. */
export const PAGE = 200

/** The events after a position, in order: one page. */
export const eventsAfter = (position: number, most: number) => sql<Logged>`
  select position::float8 as position, tag, kind, subject_id as id, parent_id as "parentId", version, parties,
    rfc3339(created_at) as at, created_at::text as "happenedAt"
  from events e where e.position > ${position} order by e.position limit ${most}`

/**
 * Gives positions to the committed events. Returns to how many. The lock is a statement of its own, because the next statement
 * must see all positions that were given before.
 */
export const number = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const [, { numbered }] = await Promise.all([tx.many(LOCK), tx.one(NUMBER)])
    return numbered
  })

const LOCK = sql`select from event_head for update`

const NUMBER = sql<{ numbered: number }>`
  with due as (
    select n, row_number() over (order by n) as step from (
      select n from events where position is null order by n limit ${BATCH}) first
  ), numbered as (
    update events e set position = h.position + due.step from due, event_head h where e.n = due.n
    returning e.position, e.tag
  ), moved as (
    update event_head h set position = last.position, tag = last.tag
    from (select position, tag from numbered order by position desc limit 1) last
    returning pg_notify(${CHANNEL}, '')
  )
  select (select count(*) from numbered)::int as numbered, (select count(*) from moved) as moved`

/**
 * Deletes events older than a day. The oldest come first in the key of the table. The last event stays, because its place is the
 * end of the log.
 */
export const oldEvents: Purge = (most) => sql`
  delete from events where n in (
    select n from (select n, created_at from events order by n limit ${most}) oldest
    where created_at < now() - make_interval(hours => ${KEPT_HOURS})
      and n not in (select e.n from event_head h join events e on e.position = h.position)
    for update of oldest skip locked)
  returning 1`
