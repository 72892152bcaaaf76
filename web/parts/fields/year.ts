/** Reads a year from a URL, and gives its first and last day. */

export const yearIn = (query: Readonly<Record<string, string>>): number | undefined =>
  /^[12]\d{3}$/.test(query['year'] ?? '') ? Number(query['year']) : undefined

export const daysOf = (year: number | undefined): { from?: string; to?: string } =>
  year === undefined ? {} : { from: `${year}-01-01`, to: `${year}-12-31` }
