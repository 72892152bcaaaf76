/** The format of a personal token: a prefix that scanners for leaked secrets know, 256 bits, and a checksum. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const PREFIX = 'scorebook_pat_'

/** In base 62, 256 bits take 43 digits, and a checksum of 32 bits takes 6. */
const SECRET_DIGITS = 43
const CHECKSUM_DIGITS = 6
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_DIGITS + CHECKSUM_DIGITS}}$`)

export function tokenOf(secret: Buffer): string {
  const digits = inBase62(BigInt(`0x${secret.toString('hex')}`), SECRET_DIGITS)
  return PREFIX + digits + checksumOf(digits)
}

/** False if this service cannot have made the token, so that the database need not be asked. */
export function isWellFormed(token: string): boolean {
  if (!FORM.test(token)) return false
  const digits = token.slice(PREFIX.length, -CHECKSUM_DIGITS)
  return token.endsWith(checksumOf(digits))
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const checksumOf = (digits: string) => inBase62(BigInt(crc32(digits)), CHECKSUM_DIGITS)

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function inBase62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; rest > 0n; rest /= 62n) digits = ALPHABET.charAt(Number(rest % 62n)) + digits
  return digits.padStart(length, '0')
}
