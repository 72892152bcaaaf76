/** Wakes the workers of all instances, by PostgreSQL's NOTIFY. */
import { sql } from '../db/sql.ts'

export const CHANNEL = 'scorebook_catalog'

/** Sent in a transaction: when it commits, the workers wake. Without it they look for work every second. */
export const wake = sql`select pg_notify(${CHANNEL}, '')`
