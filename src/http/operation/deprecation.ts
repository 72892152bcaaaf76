/** What a deprecated operation says about its end: its headers, and its words in the document (RFC 9745, RFC 8594). */

export interface Deprecation {
  /** When the deprecation began. */
  since: Date
  /** The operation may be gone from then on, at least six months after `since`. Undefined if no end is planned. */
  sunset?: Date
  /** The id of the operation to use instead, or what to do. */
  instead: string
}

/** The headers of every answer of the operation, even of a refusal. */
export const headersOf = ({ since, sunset }: Deprecation): Record<string, string> => ({
  deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  ...(sunset ? { sunset: sunset.toUTCString() } : {}),
})

export function sentencesOf({ since, sunset, instead }: Deprecation): string {
  const end = sunset ? ` It may be gone from ${dayOf(sunset)} on.` : ''
  return `Deprecated since ${dayOf(since)}; use ${instead}.${end}`
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
