/** Remembers the last ETag of each resource, so that a change can say from which version it starts. */

/** Beyond this number of paths, those seen longest ago are dropped. */
const MOST_KEPT = 1_000

const seen = new Map<string, string>()

export function seeEtag(path: string, etag: string | undefined): void {
  seen.delete(path)
  if (etag === undefined) return
  seen.set(path, etag)
  if (seen.size > MOST_KEPT) for (const oldest of seen.keys()) return void seen.delete(oldest)
}

export const etagOf = (path: string): string | undefined => seen.get(path)

/**
 * The resource to which a path belongs: `/matches/1` for `/matches/1/finalize`. Undefined if no ETag of the resource is known.
 */
export function resourceOf(path: string): string | undefined {
  for (let around = path; around !== ''; around = around.slice(0, around.lastIndexOf('/')))
    if (seen.has(around)) return around
  return undefined
}
