/** Remembers the last ETag of each resource, so that a change can say which version it starts from. */

/** With more paths, those that were seen longest ago are dropped. */
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
 * The path of the resource that a path belongs to: `/matches/1` for `/matches/1/finalize`. Undefined if the resource has no known
 * ETag.
 */
export function resourceOf(path: string): string | undefined {
  for (let around = path; around !== ''; around = around.slice(0, around.lastIndexOf('/')))
    if (seen.has(around)) return around
  return undefined
}
