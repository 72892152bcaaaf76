/** How often somebody gets mail and push messages. */
import { type Sql, sql } from '../db/sql.ts'

/** In minutes: the shortest time between two mails to a person, and between two messages to a device. */
export const MINUTES_BETWEEN = 5
/** The hour of what comes once a day, in the time zone of the person. */
const HOUR = 7

/** When `notification_settings n` gets the next one, if something happens now. `notBefore` may be null. */
export const nextAt = (notBefore: Sql): Sql => sql`
  case when n.pace = 'DAILY' then (
    date_trunc('day', now() at time zone n.time_zone - make_interval(hours => ${HOUR})) + make_interval(hours => ${24 + HOUR})
  ) at time zone n.time_zone
  else greatest(now(), ${notBefore}) end`
