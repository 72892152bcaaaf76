/** Texts that people read: which are blank, which can be names, and which are the same. */
import type { ViolationCode } from '../problem.ts'

/**
 * True for a text without a visible character. Invisible are white space, controls, characters that Unicode calls ignorable
 * (zero-width space, Hangul filler), and those that fonts draw as nothing: the empty Braille pattern, annotation anchors.
 */
export const isBlank = (text: string) =>
  !/[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text)

export const BLANK = { code: 'VALUE_TOO_SHORT', message: 'must have a visible character' } as const

/**
 * The reason why a trimmed text can't be a name; undefined if it can. Line breaks and other controls break the line that shows
 * the name; embeddings, overrides and isolates change the direction of the text around it.
 */
export function faultOfName(text: string): { code: ViolationCode; message: string } | undefined {
  if (/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text)) {
    const message =
      'cannot have line breaks, control characters or characters that override the direction of text'
    return { code: 'INVALID_FORMAT', message }
  }
  return isBlank(text) ? BLANK : undefined
}

/**
 * The reason why a trimmed text can't be the name of an account; undefined if it can. Invisible characters and unusual blanks
 * are refused too: with them two different names could look the same.
 */
export function faultOfAccountName(text: string): { code: ViolationCode; message: string } | undefined {
  const fault = faultOfName(text)
  if (fault) return fault
  if (/\p{Default_Ignorable_Code_Point}|\ufffc|[\ufff9-\ufffb]/u.test(text))
    return { code: 'INVALID_FORMAT', message: 'cannot have invisible characters' }
  return / {2}|[^\S ]|\u2800/.test(text)
    ? { code: 'INVALID_FORMAT', message: 'can have no blanks but single spaces' }
    : undefined
}

/** The text for comparisons that ignore case, in Unicode's composed form. It must do the same as `folded` in the database. */
export function folded(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return Array.from(text.normalize('NFD'), foldedLetter).join('').normalize('NFC')
}

/** It goes through the capital letter, so that ẞ and ß both become ss. But the capital of a dotless ı belongs to i. */
const foldedLetter = (letter: string) =>
  letter === 'ı' ? letter : letter.toLowerCase().toUpperCase().toLowerCase()
