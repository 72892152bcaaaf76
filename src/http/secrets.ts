/**
 * Secrets that all instances share through the database. If a secret does not exist yet, the first instance that needs it makes
 * it.
 */
import { type KeyObject, createSecretKey, randomBytes } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** This may run only while no instance uses the database: everything signed with the old secrets becomes invalid. */
export const forgetSharedSecrets = sql`delete from secrets`

/** A key of 256 bits. Signing takes 6 µs with a `KeyObject`, and 44 µs with a buffer. */
export async function sharedSecret(db: Queryable, name: string): Promise<KeyObject> {
  await db.many(
    sql`insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`,
  )
  const { value } = await db.one(sql<{ value: Buffer }>`select value from secrets where name = ${name}`)
  return createSecretKey(value)
}
