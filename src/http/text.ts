/** What a text is to those who read it: whether they see anything of it, whether it can be a name, when two are the same. */
import type { ViolationCode } from './problem.ts'

/**
 * True where nothing of it is seen: white space, controls, what Unicode says is shown as nothing (zero-width space, Hangul
 * filler), and what fonts leave blank beside these: the empty Braille pattern, the anchors of annotations.
 */
export const isBlank = (text: string) =>
  !/[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text)

export const BLANK = { code: 'VALUE_TOO_SHORT', message: 'must have a visible character' } as const

/**
 * What keeps a text, trimmed, from being a name, if anything does. Line breaks and other controls break the line that a
 * name is shown in; embeddings, overrides and isolates of the direction turn the text around it.
 */
export function faultOfName(text: string): { code: ViolationCode; message: string } | undefined {
  if (/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text)) {
    const message =
      'cannot have line breaks, control characters or characters that override the direction of text'
    return { code: 'INVALID_FORMAT', message }
  }
  return isBlank(text) ? BLANK : undefined
}

/** The text as it compares, as `folded` of the database has it: without regard to case, and composed. */
export function folded(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return Array.from(text.normalize('NFD'), foldedLetter).join('').normalize('NFC')
}

/** By way of the capital of its small letter, as ẞ and ß are SS; a dotless ı has the capital of another letter. */
const foldedLetter = (letter: string) =>
  letter === 'ı' ? letter : letter.toLowerCase().toUpperCase().toLowerCase()
