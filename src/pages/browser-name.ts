/** The name of a browser for people, such as "Firefox on Linux". */
export function browserNamed(userAgent: string): string {
  const [, browser = 'A browser'] = BROWSERS.find(([mark]) => userAgent.includes(mark)) ?? []
  const [, system] = SYSTEMS.find(([mark]) => userAgent.includes(mark)) ?? []
  return system === undefined ? browser : `${browser} on ${system}`
}

/** The first one that matches counts, because most browsers also name other browsers in their User-Agent. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrom', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const
