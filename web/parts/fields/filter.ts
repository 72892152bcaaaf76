/** Filters of the service (RSQL) from parts: every value is quoted, so that no text can end its comparison. */

/** A value that means this text, stars included. */
export const exactly = (text: string): string => `"${escaped(text)}"`

/** A value that means every text with this one in it. */
export const containing = (text: string): string => `"*${escaped(text)}*"`

/** The list of values after `=in=`. */
export const oneOf = (texts: readonly string[]): string => `(${texts.map(exactly).join(',')})`

/** All of the conditions; undefined without any, as an empty filter is none. */
export const allOf = (...conditions: readonly (string | false | undefined)[]): string | undefined =>
  conditions.filter(Boolean).join(';') || undefined

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The longest name there is; a longer search finds nothing. */
export const LONGEST_SEARCH = 255

/** What somebody typed, as a search: without what no name can have. */
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
