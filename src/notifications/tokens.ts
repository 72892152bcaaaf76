/** The secrets in mails: the link that verifies an address, and the token that ends all mail. */
import { type KeyObject, createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto'

/** In bytes, of AES-256-GCM. */
const NONCE = 12
const TAG = 16
const CIPHER = 'aes-256-gcm'
/** In bytes: a user id, and the first half of the hash of an address. */
const CONTENT = 32

interface Subscription {
  userId: string
  addressHash: Buffer
}

export class MailTokens {
  readonly #secret: KeyObject
  readonly #key: Buffer

  constructor(secret: KeyObject) {
    this.#secret = secret
    this.#key = createHmac('sha256', secret).update('unsubscribe').digest()
  }

  /** The same secret for each attempt to send the mail. */
  verification(id: string): string {
    return createHmac('sha256', this.#secret).update(`verification:${id}`).digest('base64url')
  }

  /** Encrypted and signed, so it shows nothing of the person. It ends mail to this address alone. */
  unsubscribe(userId: string, address: string): string {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, this.#key, nonce)
    const content = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), hashOfAddress(address)])
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    )
  }

  /** Undefined for a text that is no token of ours. */
  subscriptionOf(token: string): Subscription | undefined {
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length !== NONCE + CONTENT + TAG) return undefined
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAuthTag(bytes.subarray(NONCE + CONTENT))
    try {
      const content = Buffer.concat([
        decipher.update(bytes.subarray(NONCE, NONCE + CONTENT)),
        decipher.final(),
      ])
      const hex = content.toString('hex', 0, 16)
      return {
        userId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
        addressHash: content.subarray(16),
      }
    } catch {
      return undefined // somebody has changed it
    }
  }
}

const hashOfAddress = (address: string): Buffer => hash('sha256', address, 'buffer').subarray(0, 16)
