/**
 * Makes UUIDv7s that contain the bucket of their owner (decision 016). A default of a column could not do this, because it does
 * not know the bucket.
 */
import { randomBytes } from 'node:crypto'
import { type Sql, sql } from './sql.ts'

const BUCKETS = 0x1000

/** As in RFC 9562: 48 bits for the milliseconds, 12 bits for the bucket or random, and 62 random bits. */
export function uuidv7(bucket?: number): string {
  const bytes = randomBytes(16)
  if (bucket !== undefined) {
    if (!Number.isInteger(bucket) || bucket < 0 || bucket >= BUCKETS)
      throw new Error(`${bucket} is not a bucket.`)
    bytes.writeUInt16BE(bucket, 6)
  }
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * Reads the bucket from bits 52–63 of an id. A user's id, the key of their subject, and the ids of everything that they own have
 * the same bucket.
 */
export const bucketOf = (id: string): number => Number.parseInt(id.slice(15, 18), 16)

export const uuidBeside = (id: string): string => uuidv7(bucketOf(id))

/** The same in SQL, for a statement that inserts several rows. */
export const newIdBeside = (id: Sql): Sql =>
  sql`overlay(uuidv7()::text placing substr((${id})::text, 16, 3) from 16)::uuid`
