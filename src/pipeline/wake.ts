/** Wakes the workers of all instances (NOTIFY). */
import { sql } from '../db/sql.ts'

export const CHANNEL = 'scorebook_catalog'

/** Wakes the workers when the transaction commits. A worker that receives no notification looks for work every second. */
export const wake = sql`select pg_notify(${CHANNEL}, '')`
