/** The key pair that signs the messages of all instances for push services (RFC 8292). */
import { createECDH, createHmac } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { sharedSecret } from '../../http/secrets.ts'
import { CURVE } from './schema.ts'

/** Both parts in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** All instances get the same pair, from a secret in the database. Browsers know its public part, so it stays for years. */
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
