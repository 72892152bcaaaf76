/** Filters of the service (RSQL) from parts: every value is quoted, so that no text can end its comparison. */

/** A value that matches exactly this text; stars are literal. */
export const exactly = (text: string): string => `"${escaped(text)}"`

/** A value that matches every text that contains this one. */
export const containing = (text: string): string => `"*${escaped(text)}*"`

/** The list of values after `=in=`. */
export const oneOf = (texts: readonly string[]): string => `(${texts.map(exactly).join(',')})`

/** A filter with all conditions; undefined without any, because an empty filter is not allowed. */
export const allOf = (...conditions: readonly (string | false | undefined)[]): string | undefined =>
  conditions.filter(Boolean).join(';') || undefined

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The longest name, in characters; a longer search finds nothing. */
export const LONGEST_SEARCH = 255

/** The typed text as a search, without characters that no name can have. */
export const searchFor = (typed: string): string =>
  Array.from(
    typed
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
  )
    .slice(0, LONGEST_SEARCH)
    .join('')

const escaped = (text: string) => text.replaceAll(/[\\"*]/g, String.raw`\$&`)
