/** Makes filters for the service (RSQL). Each value is quoted, so that no text can end its comparison. */

/** Matches exactly this text. A star in it has no special meaning. */
export const exactly = (text: string): string => `"${escaped(text)}"`

export const containing = (text: string): string => `"*${escaped(text)}*"`

export const oneOf = (texts: readonly string[]): string => `(${texts.map(exactly).join(',')})`

/** Joins conditions. Undefined if there are none, because an empty filter is not allowed. */
export const allOf = (...conditions: readonly (string | false | undefined)[]): string | undefined =>
  conditions.filter(Boolean).join(';') || undefined

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Names have at most this many characters. */
export const LONGEST_SEARCH = 255

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
