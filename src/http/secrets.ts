/** Secrets that all instances share through the database. The first instance that needs a secret makes it. */
import { type KeyObject, createSecretKey, randomBytes } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** For a database that no instance uses: the next one makes others. What was sealed or derived with these is good no more. */
export const forgetSharedSecrets = sql`delete from secrets`

/** 256 random bits, the same for every instance. Signing takes 6 µs with a `KeyObject`, and 44 µs with the bytes. */
export async function sharedSecret(db: Queryable, name: string): Promise<KeyObject> {
  await db.many(
    sql`insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`,
  )
  const { value } = await db.one(sql<{ value: Buffer }>`select value from secrets where name = ${name}`)
  return createSecretKey(value)
}
