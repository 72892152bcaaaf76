/** Wakes the workers of all instances, with a NOTIFY of PostgreSQL. */
import { sql } from '../db/sql.ts'

export const CHANNEL = 'scorebook_catalog'

/** Send it in a transaction, and the workers wake when the transaction commits. Without it they look for work every second. */
export const wake = sql`select pg_notify(${CHANNEL}, '')`
