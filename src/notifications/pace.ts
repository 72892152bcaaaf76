/** How often somebody gets mail and push messages. */
import { type Sql, sql } from '../db/sql.ts'

/** The shortest time between two mails to a person, or two messages to a device, in minutes. */
export const MINUTES_BETWEEN = 5
/** If somebody wants mail once a day, it comes at this hour in their time zone. */
const HOUR = 7

/**
 * When the person of `notification_settings n` gets the next mail or message, if something happens now. `notBefore` may be null.
 */
export const nextAt = (notBefore: Sql): Sql => sql`
  case when n.pace = 'DAILY' then (
    date_trunc('day', now() at time zone n.time_zone - make_interval(hours => ${HOUR})) + make_interval(hours => ${24 + HOUR})
  ) at time zone n.time_zone
  else greatest(now(), ${notBefore}) end`
