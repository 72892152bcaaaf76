/** What a PATCH leaves: the values it gives, and for the rest those there are. `null` is a value. */
export function merge<T extends object>(current: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(given) }
}
