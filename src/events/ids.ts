/**
 * The ids of events. A client can resume from an id. The id is the encrypted place of the event in the log: positions count the
 * changes of all people, so a plain position would reveal that somebody else did something.
 */
import { type KeyObject, createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Place } from './log.ts'

/** The length of a block of the cipher, in bytes. */
const BYTES = 16
const CIPHER = 'aes-256-ecb'

export class EventIds {
  readonly #key: Buffer

  constructor(secret: KeyObject) {
    this.#key = createHmac('sha256', secret).update('events').digest()
  }

  /** The id of an event. It is always the same for the same event. */
  of(place: Place): string {
    return this.#encrypted(place, Buffer.alloc(4))
  }

  /**
   * Another id for the same place each time. Clients that got no event receive it, and cannot see from it whether the place has
   * moved.
   */
  unlike(place: Place): string {
    return this.#encrypted(place, randomBytes(4))
  }

  /** The place in an id. Undefined if the text is not an id of ours. Most invented ids lead to a place that does not exist. */
  placeOf(id: string): Place | undefined {
    const block = /^[\w-]{22}$/.test(id) ? Buffer.from(id, 'base64url') : undefined
    if (block?.length !== BYTES) return undefined
    const decipher = createDecipheriv(CIPHER, this.#key, null).setAutoPadding(false)
    const plain = Buffer.concat([decipher.update(block), decipher.final()])
    const position = plain.readBigUInt64BE(0)
    if (position > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
    return { position: Number(position), tag: plain.readInt32BE(8) }
  }

  #encrypted({ position, tag }: Place, salt: Buffer): string {
    const plain = Buffer.alloc(BYTES)
    plain.writeBigUInt64BE(BigInt(position), 0)
    plain.writeInt32BE(tag, 8)
    salt.copy(plain, 12)
    const cipher = createCipheriv(CIPHER, this.#key, null).setAutoPadding(false)
    return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64url')
  }
}
