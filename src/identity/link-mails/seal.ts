/** Encrypts mails that wait in the queue, so that the table shows no address, name or secret. */
import { type KeyObject, createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
/** In bytes. */
const NONCE = 12
const TAG = 16

const keyIn = (secret: KeyObject): Buffer => createHmac('sha256', secret).update('link mails').digest()

export function sealed(secret: KeyObject, content: object): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, keyIn(secret), nonce)
  return Buffer.concat([nonce, cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
}

/** Undefined if the secret has changed since then, for example by a restore. */
export function unsealed(secret: KeyObject, bytes: Buffer): unknown {
  const decipher = createDecipheriv(CIPHER, keyIn(secret), bytes.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAuthTag(bytes.subarray(-TAG))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString()
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
