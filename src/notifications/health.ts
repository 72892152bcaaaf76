/** Whether mails with links and push messages are sent, for `scorebook doctor`. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** In minutes. A link to sign in that is mailed later than this has already expired. */
const PATIENCE = 15

type Health = { mails: number; lateMails: number; devices: number; lateDevices: number }

/** Throws an error that says what is not sent, and what to look at. */
export async function healthOfMessages(db: Queryable): Promise<string> {
  const { mails, lateMails, devices, lateDevices } = await db.one(HEALTH)
  const late = [
    ...(lateMails > 0
      ? [
          `${lateMails} mails with links have waited for more than ${PATIENCE} minutes: look whether SCOREBOOK_SMTP_URL is set for all instances, and the mail server takes mail.`,
        ]
      : []),
    ...(lateDevices > 0
      ? [
          `${lateDevices} devices have waited for a push message for more than ${PATIENCE} minutes: look whether the service reaches their push services, or set SCOREBOOK_PUSH=off.`,
        ]
      : []),
  ]
  if (late.length > 0) throw new Error(late.join(' '))
  return `${mails} mails with links wait, ${devices} devices get push messages`
}

/** Questions are not counted as mails, because most names that strangers type belong to nobody. */
const HEALTH = sql<Health>`
  select
    (select count(*)::int from link_mails where kind <> 'QUESTION' and ends_at > now()) as mails,
    (select count(*)::int from link_mails where kind <> 'QUESTION' and ends_at > now()
      and uuid_extract_timestamp(id) < now() - make_interval(mins => ${PATIENCE})) as "lateMails",
    (select count(*)::int from push_devices) as devices,
    (select count(*)::int from push_devices where due_at < now() - make_interval(mins => ${PATIENCE})) as "lateDevices"`
