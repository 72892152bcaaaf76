/** Translations that are part of the repository: one for each text of an area. */
/** The service adds these translations to its catalogue, where translators can change them. */
export const translated = <T extends Readonly<Record<string, { key: string }>>>(
  area: T,
  of: { readonly [N in keyof T]: string },
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(area).map(([name, { key }]) => [key, of[name] ?? '']))
