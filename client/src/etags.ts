/** Remembers the last ETag of each resource, so that a change can say which version it starts from. */

/** With more paths, those that were seen longest ago are dropped. */
const MOST_KEPT = 1_000

export class Etags {
  readonly #seen = new Map<string, string>()

  /** `path` is below `/api/v1`, without a query. Without an ETag it forgets the path. */
  see(path: string, etag: string | undefined): void {
    this.#seen.delete(path)
    if (etag === undefined) return
    this.#seen.set(path, etag)
    if (this.#seen.size > MOST_KEPT)
      for (const oldest of this.#seen.keys()) return void this.#seen.delete(oldest)
  }

  of(path: string): string | undefined {
    return this.#seen.get(path)
  }
}
