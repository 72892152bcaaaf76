/** How old the PostgreSQL is that comes along: from half a year on, fixes of security are probably missing. */

/** The version that package-lock.json pins, and the day of its release. A test compares the version. */
export const RELEASED = { version: '18.4.0-beta.17', on: '2026-06-06' }

/** In milliseconds. PostgreSQL brings fixes every three months. */
const OLD = 183 * 86_400_000

export const isOld = (now = Date.now()): boolean => now - Date.parse(RELEASED.on) > OLD

export const ageOf = (now = Date.now()): string => {
  const version = `${RELEASED.version}, released on ${RELEASED.on}`
  return isOld(now)
    ? `${version}: that is more than half a year ago, so fixes of security are probably missing. A newer Scorebook may bring a newer one, or SCOREBOOK_DATABASE_URL names a PostgreSQL that your system keeps up to date.`
    : version
}
