/** The result of a PATCH: its values, and the current ones for the fields that it leaves out. `null` is a value. */
export function merge<T extends object>(current: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(given) }
}
