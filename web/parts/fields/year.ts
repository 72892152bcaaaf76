/** A year in a URL, and its first and last day. */

/** Undefined if the URL has no valid year. */
export const yearIn = (query: Readonly<Record<string, string>>): number | undefined =>
  /^[12]\d{3}$/.test(query['year'] ?? '') ? Number(query['year']) : undefined

/** The first and the last day, for operations on statistics. */
export const daysOf = (year: number | undefined): { from?: string; to?: string } =>
  year === undefined ? {} : { from: `${year}-01-01`, to: `${year}-12-31` }
