/** Deletes idempotency keys when their time is over. */
import type { Purge } from '../../db/purging.ts'
import { sql } from '../../db/sql.ts'
import { RETENTION_DAYS } from './idempotency.ts'

export const oldIdempotencyKeys: Purge = (most) => sql`
  delete from idempotency_keys where (caller, key) in (
    select caller, key from idempotency_keys
    where created_at < now() - make_interval(days => ${RETENTION_DAYS})
    order by created_at limit ${most} for update skip locked)
  returning 1`
