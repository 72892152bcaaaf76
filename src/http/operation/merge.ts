/**
 * The result of a PATCH. A field that is missing in the change keeps its value. A field that is `null` in the change becomes
 * null.
 */
export function merge<T extends object>(current: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(given) }
}
