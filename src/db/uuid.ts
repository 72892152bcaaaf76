/**
 * Makes UUIDv7 in this process. The id of a thing that a person owns has the bucket of that person in it (decision 016), so no
 * column default can make it.
 */
import { randomBytes } from 'node:crypto'

/** A bucket has 12 bits. */
const BUCKETS = 0x1000

/** RFC 9562: 48 bits of milliseconds, 12 bits of the bucket, 62 random bits. Without a bucket its bits are random. */
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
 * The bucket is in bits 52–63. The key of a subject, the id of its user and the ids of everything that the user owns have the
 * same bucket.
 */
export const bucketOf = (id: string): number => Number.parseInt(id.slice(15, 18), 16)

/** A new id for a thing with the same owner as `id`. */
export const uuidBeside = (id: string): string => uuidv7(bucketOf(id))
