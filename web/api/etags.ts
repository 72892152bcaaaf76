/** The ETag of each resource as it was last seen, by its path, so that a change says which version it is made from. */

/** Of the paths that were seen longest ago nothing is kept. */
const MOST_KEPT = 1_000

const seen = new Map<string, string>()

/** Without an ETag it is forgotten. */
export function seeEtag(path: string, etag: string | undefined): void {
  seen.delete(path)
  if (etag === undefined) return
  seen.set(path, etag)
  if (seen.size > MOST_KEPT) for (const oldest of seen.keys()) return void seen.delete(oldest)
}

export const etagOf = (path: string): string | undefined => seen.get(path)

/** The path of the nearest resource around an action: `/matches/1/finalize` is about `/matches/1`. Undefined if none was seen. */
export function resourceOf(path: string): string | undefined {
  for (let around = path; around !== ''; around = around.slice(0, around.lastIndexOf('/')))
    if (seen.has(around)) return around
  return undefined
}
