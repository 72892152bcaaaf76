/**
 * WebAuthn challenges. Each has a seal that shows that we made it. So we need to store only challenges that were answered, and
 * strangers cannot fill the table.
 */
import { type KeyObject, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** In seconds. People need time to find a security key. The page fetches a new challenge before this one ends. */
export const LIFETIME = 600

/** The seal covers `purpose`, so that a challenge cannot be used for another purpose. */
export function newChallenge(key: KeyObject, purpose: string): string {
  const body = Buffer.alloc(24)
  body.writeUIntBE(Math.floor(Date.now() / 1000) + LIFETIME, 0, 6)
  randomBytes(18).copy(body, 6)
  return Buffer.concat([body, seal(key, purpose, body)]).toString('base64url')
}

export function isOurs(key: KeyObject, purpose: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 56 || bytes.toString('base64url') !== challenge) return false
  const body = bytes.subarray(0, 24)
  return timingSafeEqual(bytes.subarray(24), seal(key, purpose, body)) && endOf(bytes) > Date.now() / 1000
}

/**
 * Marks a challenge as used. Returns false if it was used before. It must be called in the transaction that uses the challenge.
 */
export async function useChallenge(db: Queryable, challenge: string): Promise<boolean> {
  const used = await db.maybe(sql`
    insert into used_challenges (hash, ends_at)
    values (${hash('sha256', challenge, 'buffer')}, to_timestamp(${endOf(Buffer.from(challenge, 'base64url'))}))
    on conflict do nothing returning 1 as used`)
  return used !== undefined
}

const endOf = (challenge: Buffer) => challenge.readUIntBE(0, 6)

const seal = (key: KeyObject, purpose: string, body: Buffer) =>
  createHmac('sha256', key).update(`passkey:${purpose}:`).update(body).digest()
