/** The file that another app has shared with this one. The service worker keeps it in a cache until it is read here, once. */

const SHARED = 'scorebook-shared'

export async function sharedFile(): Promise<File | undefined> {
  // Over plain http there is no cache, and nothing can be shared.
  if (!('caches' in globalThis)) return undefined
  const cache = await caches.open(SHARED)
  const [at] = await cache.keys()
  const kept = at && (await cache.match(at))
  await caches.delete(SHARED)
  if (!kept) return undefined
  return new File([await kept.blob()], decodeURIComponent(kept.headers.get('scorebook-name') ?? ''))
}
