/** Secrets that all instances on one database share; the first instance that needs one makes it. */
import { type KeyObject, createSecretKey, randomBytes } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** 256 random bits, the same for every instance. To sign with a key takes 6 µs, and with its bytes 44 µs. */
export async function sharedSecret(db: Queryable, name: string): Promise<KeyObject> {
  await db.many(
    sql`insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`,
  )
  const { value } = await db.one(sql<{ value: Buffer }>`select value from secrets where name = ${name}`)
  return createSecretKey(value)
}
