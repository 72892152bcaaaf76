/** How those who make work tell the workers of every instance that there is some. */
import { sql } from '../db/sql.ts'

export const CHANNEL = 'scorebook_catalog'

/** Heard when the transaction commits. A worker that hears nothing looks every second. */
export const wake = sql`select pg_notify(${CHANNEL}, '')`
