/** The result of a PATCH. A field that is missing in the change keeps its value; a field that is `null` becomes null. */
export function merge<T extends object>(current: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(given) }
}
