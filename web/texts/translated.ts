/** What this repository brings of a translation: for each text of an area the one of another language, none left out. */
/** The texts of another language, by key. The service brings them to its catalogue, where translators go on from them. */
export const translated = <T extends Readonly<Record<string, { key: string }>>>(
  area: T,
  of: { readonly [N in keyof T]: string },
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(area).map(([name, { key }]) => [key, of[name] ?? '']))
