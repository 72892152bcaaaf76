/** Texts as people read them: whether one is blank, whether it can be a name, and when two are the same. */
import type { ViolationCode } from '../problem.ts'

/**
 * True for a text without a visible character: white space, controls, characters that Unicode calls ignorable (zero-width
 * space, Hangul filler), and others that fonts leave blank: the empty Braille pattern, the anchors of annotations.
 */
export const isBlank = (text: string) =>
  !/[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text)

export const BLANK = { code: 'VALUE_TOO_SHORT', message: 'must have a visible character' } as const

/**
 * Why a trimmed text can't be a name, if it can't. Line breaks and other controls break the line that shows the name;
 * embeddings, overrides and isolates of the direction turn the text around it.
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
 * Why a trimmed text can't be the name of an account, if it can't. Beside what no name has: nobody could tell apart two names of which
 * one has a character more that shows nothing, or a blank of another kind.
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

/** The text for comparisons, like `folded` in the database: without regard to case, and composed. */
export function folded(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return Array.from(text.normalize('NFD'), foldedLetter).join('').normalize('NFC')
}

/** Goes through the capital of the small letter, as ẞ and ß are SS. A dotless ı has the capital of another letter. */
const foldedLetter = (letter: string) =>
  letter === 'ı' ? letter : letter.toLowerCase().toUpperCase().toLowerCase()
