/** Writes the message to a device: what waits in the person's inbox at this moment, as far as they may see it. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { EMBEDDED_ISSUER } from '../../http/access-token.ts'
import type { UserCaller } from '../../http/caller.ts'
import { waitingFor } from '../../resources/inbox/waiting.ts'
import { kindsFor, personOf, viewerOf } from '../letter.ts'
import { counted, listed } from '../mail/texts.ts'
import type { Locale, NotificationKind } from '../schema.ts'
import { isSignedIn } from './store.ts'

/** NOTHING: there is nothing new, or the person may not read it. ENDED: the device must get no more messages. */
type Notice = { kind: 'NOTHING' } | { kind: 'ENDED' } | { kind: 'SEND'; payload: string; afterwards: Sql[] }

interface Device {
  id: string
  userId: string
}

type Recipient = {
  isSignedIn: boolean
  kinds: NotificationKind[]
  locale: Locale
  canonicalPlayerId: string
  isOutside: boolean
  roles: string[] | null
}

type Item = {
  kind: NotificationKind
  id: string
  /** A time with microseconds, as PostgreSQL writes it. */
  since: string
  isNew: boolean
}

/** A message counts at most this many of the newest things, so that storing that they were counted is quick. */
const MOST_COUNTED = 1_000

/** In bytes. All messages have the same length, so the length reveals nothing to the push service. */
const LENGTH = 512

/**
 * Makes the message. It replaces the one before, so it counts everything that waits. It is sent only if something is new. If
 * another person has registered the device meanwhile, the result is ENDED.
 */
export async function noticeFor(db: Queryable, device: Device): Promise<Notice> {
  const recipient = await db.maybe(recipientOf(device))
  if (!recipient?.isSignedIn) return { kind: 'ENDED' }
  const kinds = kindsFor(recipient)
  if (kinds.length === 0) return { kind: 'NOTHING' }
  const viewer = viewerOf(device.userId, recipient)
  const items = await db.many(waitingItems(viewer, kinds, device.id))
  if (!items.some(({ isNew }) => isNew)) return { kind: 'NOTHING' }
  return {
    kind: 'SEND',
    payload: payloadOf(recipient.locale, kinds, items),
    afterwards: [remember(device.id, items), forgetOthers(device.id, items)],
  }
}

function payloadOf(locale: Locale, kinds: readonly NotificationKind[], items: readonly Item[]): string {
  const counts = new Map(
    kinds
      .map((one) => [one, items.filter(({ kind }) => kind === one).length] as const)
      .filter(([, count]) => count > 0),
  )
  const body = listed(locale, counted(locale, counts))
  const json = JSON.stringify({ title: TITLES[locale], body, lang: locale })
  return json + ' '.repeat(Math.max(0, LENGTH - Buffer.byteLength(json)))
}

const TITLES: Record<Locale, string> = { en: 'In your inbox', de: 'In deinem Eingang' }

const recipientOf = ({ id, userId }: Device) => sql<Recipient>`
  select ${isSignedIn} as "isSignedIn", coalesce(n.kinds, '{}') as kinds, coalesce(n.locale, 'en') as locale, ${personOf}
  from push_devices pd
  join users u on u.id = pd.user_id and u.erased_at is null
  left join notification_settings n on n.user_id = u.id
  join canonical_players c on c.user_id = u.id
  left join accounts a on u.issuer = ${EMBEDDED_ISSUER} and a.id::text = u.subject
  where pd.id = ${id} and pd.user_id = ${userId}`

const waitingItems = (viewer: UserCaller, kinds: NotificationKind[], deviceId: string) => sql<Item>`
  select w.kind, w.id, w.since::text as since, not exists (
    select from pushed_items p where p.device_id = ${deviceId} and p.item_id = w.id and p.since >= w.since) as "isNew"
  from (${waitingFor(viewer)}) w where w.kind = any (${kinds}::text[])
  order by w.since desc, w.id limit ${MOST_COUNTED}`

const remember = (deviceId: string, items: readonly Item[]): Sql => sql`
  insert into pushed_items (device_id, item_id, since)
  select pd.id, item.item_id, max(item.since)
  from push_devices pd,
    unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ since }) => since)}::timestamptz[]) item (item_id, since)
  where pd.id = ${deviceId} group by pd.id, item.item_id
  on conflict (device_id, item_id) do update set since = excluded.since`

/** Deletes rows of items that no longer wait, to keep the table small. */
const forgetOthers = (deviceId: string, items: readonly Item[]): Sql => sql`
  delete from pushed_items where device_id = ${deviceId} and item_id <> all (${items.map(({ id }) => id)}::uuid[])`
