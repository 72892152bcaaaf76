/** The key pair with which all instances sign messages for push services (RFC 8292). */
import { createECDH, createHmac } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { sharedSecret } from '../../http/secrets.ts'
import { CURVE } from './schema.ts'

/** Both keys are in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * Makes the pair from a secret in the database, so that all instances have the same. Browsers know its public key, so it stays
 * for years.
 */
export async function pushKeys(db: Queryable): Promise<PushKeys> {
  const secret = await sharedSecret(db, 'push')
  for (let attempt = 0; ; attempt++) {
    const ecdh = createECDH(CURVE)
    const key = createHmac('sha256', secret).update(`vapid:${attempt}`).digest()
    try {
      ecdh.setPrivateKey(key)
    } catch {
      continue // one of 4 billion numbers is too large for the curve
    }
    return { publicKey: ecdh.getPublicKey('base64url'), privateKey: key.toString('base64url') }
  }
}
