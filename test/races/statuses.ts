/** Helpers of the race tests: the number of rounds, a common start behind one lock, statuses of requests, and deadlocks. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import type { Reply } from '../support.ts'

/** 10 in `npm test`, 100 in `npm run test:slow`. */
export const ROUNDS = Number(process.env['SCOREBOOK_TEST_ROUNDS'])

/** The statuses in ascending order, separated by spaces. */
export const statuses = (replies: Reply[]): string =>
  replies
    .map(({ status }) => String(status))
    .toSorted()
    .join(' ')

/** The number of deadlocks in the test's database so far. A request that lost a deadlock is tried again, a second later. */
export async function deadlocks(db: Database): Promise<number> {
  const row = await db.one(sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`)
  return row.deadlocks
}

/** Holds the rows that `lock` locks, and sends the requests one after another until each waits for a lock. Then all go on. */
export async function behind(
  db: Database,
  lock: Sql,
  ...requests: (() => Promise<Reply>)[]
): Promise<Reply[]> {
  const sent = await db.transaction(async (tx) => {
    await tx.many(lock)
    const replies: Promise<Reply>[] = []
    for (const request of requests) {
      replies.push(request())
      while ((await waiting(db)) < replies.length) await sleep(5)
    }
    return replies
  })
  return Promise.all(sent)
}

/** The number of connections that wait for a lock. */
async function waiting(db: Database): Promise<number> {
  const { n } = await db.one(sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return n
}
