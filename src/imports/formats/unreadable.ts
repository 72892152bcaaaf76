/** The error for a file from which we cannot read any plays. */

/** The message is one sentence for the person: what is wrong, where, and what would be right. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A text from the file, on one line and short enough for a report. */
export function shown(found: unknown): string {
  if (typeof found === 'object' && found !== null) return Array.isArray(found) ? 'a list' : 'an object'
  const text = String(found)
    .slice(0, 2 * LONGEST_SHOWN)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ')
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text
}

const LONGEST_SHOWN = 100

/** Lines and columns count from 1. */
export function placeOf(text: string, position: number): string {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < position; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return `line ${line}, column ${position - start + 1}`
}
