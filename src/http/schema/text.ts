/** Texts for people to read: which texts are blank, which can be names, and which are equal. */
import type { ViolationCode } from '../problem.ts'

/** True for a text without any visible character. Some characters look empty in fonts, such as the empty Braille pattern. */
export const isBlank = (text: string) =>
  !/[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text)

export const BLANK = { code: 'VALUE_TOO_SHORT', message: 'must have a visible character' } as const

/** Why this trimmed text cannot be a name: control characters would break the line, or change the direction of other text. */
export function faultOfName(text: string): { code: ViolationCode; message: string } | undefined {
  if (/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text)) {
    const message =
      'cannot have line breaks, control characters or characters that override the direction of text'
    return { code: 'INVALID_FORMAT', message }
  }
  return isBlank(text) ? BLANK : undefined
}

/** Why this trimmed text cannot be the name of an account: with invisible characters, two names could look the same. */
export function faultOfAccountName(text: string): { code: ViolationCode; message: string } | undefined {
  const fault = faultOfName(text)
  if (fault) return fault
  if (/\p{Default_Ignorable_Code_Point}|\ufffc|[\ufff9-\ufffb]/u.test(text))
    return { code: 'INVALID_FORMAT', message: 'cannot have invisible characters' }
  return / {2}|[^\S ]|\u2800/.test(text)
    ? { code: 'INVALID_FORMAT', message: 'can have no blanks but single spaces' }
    : undefined
}

/** Texts that differ only in capitals get the same result. The database function `folded` must do the same. */
export function folded(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return Array.from(text.normalize('NFD'), foldedLetter).join('').normalize('NFC')
}

/** ß and ẞ become ss, because their capitals are SS. The dotless ı stays, because it would become i by way of its capital I. */
const foldedLetter = (letter: string) =>
  letter === 'ı' ? letter : letter.toLowerCase().toUpperCase().toLowerCase()
