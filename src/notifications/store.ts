/** The SQL of notification settings, and of the mails that these settings cause. */
import { hash } from 'node:crypto'
import { type Queryable, changeAndShow } from '../db/database.ts'
import type { Purge } from '../db/purging.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import type { Found, Shown } from '../http/operation/operation.ts'
import { isSending } from '../identity/link-mails/queue.ts'
import { MINUTES_BETWEEN, nextAt } from './pace.ts'
import { forgetDevices, reschedule } from './push/store.ts'
import type { Locale, NotificationKind, Pace } from './schema.ts'

/** In hours: how long a link that verifies an address works. */
export const VERIFICATION_HOURS = 24

export type LockedSettings = {
  version: number
  sending: boolean
  pushing: boolean
  mail: boolean
  address: string | null
  unverifiedAddress: string | null
  verificationHash: Buffer | null
  isInTime: boolean
  kinds: NotificationKind[]
  pace: Pace
  locale: Locale
  timeZone: string
}

/** For a select from `users u left join notification_settings n`. */
export const settingsJson = sql`json_object(
  'sending': ${isSending},
  'pushKey': (select h.public_key from push_head h where h.pushing_until > now()),
  'mail': coalesce(n.mail, true),
  'address': n.address,
  'unverifiedAddress': n.unverified_address,
  'kinds': to_json(coalesce(n.kinds, '{}')),
  'pace': coalesce(n.pace, 'AT_ONCE'),
  'locale': coalesce(n.locale, 'en'),
  'timeZone': coalesce(n.time_zone, 'UTC')
  absent on null)`

export const show = ({ userId }: UserCaller) => sql<Found>`
  select coalesce(n.version, 1) as version, (${settingsJson})::text as body
  from users u left join notification_settings n on n.user_id = u.id where u.id = ${userId}`

/**
 * Locks the settings. If there are none, makes them first. After a wait for a lock, PostgreSQL reads only the locked row again,
 * so this row must be the settings themselves.
 */
export const lock = ({ userId }: UserCaller) => sql<LockedSettings>`
  insert into notification_settings as n (user_id, version) values (${userId}, 1)
  on conflict (user_id) do update set user_id = excluded.user_id
  returning n.version, ${isSending} as sending,
    exists (select from push_head h where h.pushing_until > now()) as pushing, n.mail, n.address,
    n.unverified_address as "unverifiedAddress", n.verification_hash as "verificationHash",
    coalesce(n.verification_ends_at > now(), false) as "isInTime", n.kinds, n.pace, n.locale, n.time_zone as "timeZone"`

export interface Settings {
  address: string | null
  /** The address to verify. If undefined, the address that already waits is kept. */
  toVerify: string | null | undefined
  mail: boolean
  kinds: readonly NotificationKind[]
  pace: Pace
  locale: Locale
  timeZone: string
}

export function update(db: Queryable, caller: UserCaller, settings: Settings): Promise<Shown> {
  const { userId } = caller
  const { address, toVerify, mail, kinds, pace, locale, timeZone } = settings
  const isWaiting = typeof toVerify === 'string'
  return changeAndShow(
    db,
    [
      sql`
        update notification_settings n set address = ${address}, mail = ${mail}, kinds = ${[...kinds]}::text[], pace = ${pace},
          locale = ${locale}, time_zone = ${timeZone},
          lets_in_since = case when n.address = ${address} then n.lets_in_since end, version = version + 1, updated_at = now()
        where user_id = ${userId}`,
      ...(toVerify === undefined
        ? []
        : [
            sql`
              update notification_settings set unverified_address = ${toVerify}, verification_hash = null,
                verification_id = case when ${isWaiting} then uuidv7() end,
                verification_ends_at = case when ${isWaiting} then now() + make_interval(hours => ${VERIFICATION_HOURS}) end
              where user_id = ${userId}`,
            sql`delete from mails where user_id = ${userId} and kind = 'VERIFICATION'`,
          ]),
      ...(isWaiting
        ? [sql`insert into mails (user_id, kind, due_at) values (${userId}, 'VERIFICATION', now())`]
        : []),
      reschedule(userId),
      address === null || !mail || kinds.length === 0
        ? sql`delete from mails where user_id = ${userId} and kind = 'INBOX'`
        : sql`
            update mails m set due_at = ${nextMailAt} from notification_settings n
            where n.user_id = ${userId} and m.user_id = n.user_id and m.kind = 'INBOX' and m.attempts = 0
              and m.due_at is not null`,
    ],
    show(caller),
  )
}

/** When the person of `notification_settings n` gets the next mail, if something happens now. */
export const nextMailAt = nextAt(sql`n.last_mail_at + make_interval(mins => ${MINUTES_BETWEEN})`)

/** Verifies only the address to which this secret was sent. */
export const verify = (db: Queryable, caller: UserCaller, secret: string): Promise<Shown> =>
  changeAndShow(
    db,
    [
      sql`
        update notification_settings set address = unverified_address, unverified_address = null, lets_in_since = null,
          version = version + 1, updated_at = now()
        where user_id = ${caller.userId} and unverified_address is not null and verification_ends_at > now()
          and verification_hash = ${hashOf(secret)}`,
    ],
    show(caller),
  )

/** Ends all mail to the address with this hash. If the person has another address by now, they still get mail there. */
export const unsubscribe = (userId: string, addressHash: Buffer): Sql<{ locale: Locale }> => sql<{
  locale: Locale
}>`
  with ended as (
    update notification_settings set mail = false, version = version + 1, updated_at = now()
    where user_id = ${userId} and mail and substr(sha256(convert_to(address, 'UTF8')), 1, 16) = ${addressHash}
    returning user_id
  ), undone as (delete from mails where kind = 'INBOX' and user_id in (select user_id from ended))
  select locale from notification_settings where user_id = ${userId}`

export const localeOf = (userId: string) => sql<{ locale: Locale }>`
  select locale from notification_settings where user_id = ${userId}`

export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** For an erasure: deletes the settings and the mails of the person. */
export const forget = (caller: UserCaller): Sql[] => [
  forgetDevices(caller),
  sql`delete from notification_settings where user_id = ${caller.userId}`,
]

/** Removes addresses that were not verified in time, because they may belong to somebody else. */
export const unverifiedAddresses: Purge = (most) => sql`
  update notification_settings set unverified_address = null, verification_id = null, verification_hash = null,
    verification_ends_at = null, version = version + 1, updated_at = now()
  where user_id in (
    select user_id from notification_settings
    where unverified_address is not null and verification_ends_at < now()
    order by verification_ends_at limit ${most} for update skip locked)
  returning 1`
