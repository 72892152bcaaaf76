/** The secrets in mails: in links that verify an address or sign in, and in links that end mail. */
import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { LOCALES, type Locale } from '../http/schema/address.ts'
import { unsealed } from '../identity/link-mails/seal.ts'

/** In bytes, as AES-256-GCM needs it. */
const NONCE = 12
const TAG = 16
const CIPHER = 'aes-256-gcm'
/** In bytes: the id of a user, and the first half of the hash of an address. */
const CONTENT = 32
/** In bytes: a language, and the hash of an address that wants no more invitations. */
const REFUSAL = 33

interface Subscription {
  userId: string
  addressHash: Buffer
}

export class MailTokens {
  /** All secrets in mails are made from this one. */
  readonly secret: KeyObject
  readonly #key: Buffer

  constructor(secret: KeyObject) {
    this.secret = secret
    this.#key = createHmac('sha256', secret).update('unsubscribe').digest()
  }

  /** The secret of a link that verifies an address. It is the same for each attempt to send the mail. */
  verification(id: string): string {
    return createHmac('sha256', this.secret).update(`verification:${id}`).digest('base64url')
  }

  /** The secret of a link to sign in. */
  signIn(linkId: string): string {
    return createHmac('sha256', this.secret).update(`sign in:${linkId}`).digest('base64url')
  }

  /** A token that ends invitations by mail to the address with this hash. It also has the language of the page that opens. */
  noInvitations(addressHash: Buffer, locale: Locale): string {
    const content = Buffer.concat([Buffer.from([LOCALES.indexOf(locale)]), addressHash])
    return Buffer.concat([content, this.#signed(content)]).toString('base64url')
  }

  /** Undefined if the text is not such a token of ours. */
  refusalIn(token: string): { addressHash: Buffer; locale: Locale } | undefined {
    const bytes = Buffer.from(token, 'base64url')
    const [content, signature] = [bytes.subarray(0, REFUSAL), bytes.subarray(REFUSAL)]
    const own = this.#signed(content)
    if (signature.length !== own.length || !timingSafeEqual(signature, own)) return undefined
    return { addressHash: content.subarray(1), locale: LOCALES[content[0] ?? 0] ?? 'en' }
  }

  /** Undefined if the secret has changed since then. */
  unsealed(bytes: Buffer): unknown {
    return unsealed(this.secret, bytes)
  }

  #signed(content: Buffer): Buffer {
    return createHmac('sha256', this.secret)
      .update('no invitations:')
      .update(content)
      .digest()
      .subarray(0, TAG)
  }

  /** A token that ends mail to this address, and no other. It is encrypted and signed, so it shows nothing about the person. */
  unsubscribe(userId: string, address: string): string {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, this.#key, nonce)
    const content = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), hashOfAddress(address)])
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    )
  }

  /** Undefined if the text is not a token of ours. */
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
