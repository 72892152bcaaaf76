/** The error for a file that cannot be read. */

/** The message is one sentence: what is wrong, where, and what would be right. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A text from the file, on one line and short enough for a sentence. */
export function shown(found: string): string {
  const text = found
    .slice(0, LONGEST_SHOWN)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ')
  return `"${found.length > LONGEST_SHOWN ? `${text}…` : text}"`
}

const LONGEST_SHOWN = 100
