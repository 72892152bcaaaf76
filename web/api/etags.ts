/** The last ETag of each resource by path, so that a change can say which version it starts from. */

/** Above this number, the paths that were seen longest ago are dropped. */
const MOST_KEPT = 1_000

const seen = new Map<string, string>()

/** Without an ETag, forgets the path. */
export function seeEtag(path: string, etag: string | undefined): void {
  seen.delete(path)
  if (etag === undefined) return
  seen.set(path, etag)
  if (seen.size > MOST_KEPT) for (const oldest of seen.keys()) return void seen.delete(oldest)
}

export const etagOf = (path: string): string | undefined => seen.get(path)

/**
 * The path of the resource that an action belongs to: `/matches/1/finalize` belongs to `/matches/1`. Undefined if no ETag of it
 * was seen.
 */
export function resourceOf(path: string): string | undefined {
  for (let around = path; around !== ''; around = around.slice(0, around.lastIndexOf('/')))
    if (seen.has(around)) return around
  return undefined
}
