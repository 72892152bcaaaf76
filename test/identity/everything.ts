/** The whole text of the database, for tests that search for what must not be in it. */
import type { Queryable } from '../../src/db/database.ts'
import { raw, sql } from '../../src/db/sql.ts'

export async function everythingIn(db: Queryable): Promise<string> {
  const tables = await db.many(sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`)
  const rows = await Promise.all(
    tables.map(({ name }) => db.many(sql<{ row: string }>`select t::text as row from ${raw(name)} t`)),
  )
  return rows.flatMap((some) => some.map(({ row }) => row)).join('\n')
}
