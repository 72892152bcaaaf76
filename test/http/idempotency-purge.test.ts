/** Idempotency keys are deleted after their retention, and not before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purge } from '../../src/db/purging.ts'
import { sql } from '../../src/db/sql.ts'
import { oldIdempotencyKeys } from '../../src/http/lifecycle/idempotency-purge.ts'
import { testDatabase } from '../database.ts'

test('old keys go, by several instances at once, and younger ones stay', async () => {
  const database = await testDatabase()
  const { db } = database
  const insert = (count: number, days: number) =>
    db.many(sql`
      insert into idempotency_keys (caller, key, fingerprint, status, created_at)
      select uuidv7(), uuidv7(), 'x', 200, now() - make_interval(days => ${days}) from generate_series(1, ${count}::int)`)
  await insert(12_000, 31)
  await insert(7, 29)
  const purged = await Promise.all([purge(db, oldIdempotencyKeys), purge(db, oldIdempotencyKeys)])
  assert.equal(purged[0] + purged[1] + (await purge(db, oldIdempotencyKeys)), 12_000)
  const { left } = await db.one(sql<{ left: number }>`select count(*)::int as left from idempotency_keys`)
  assert.equal(left, 7)
  await database.close()
})
