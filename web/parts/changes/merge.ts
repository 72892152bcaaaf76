/** A three-way merge by field: what one of two people changed is kept, and where both changed the same, one choice is left. */

/** The fields of a resource as a form has them, each compared as a whole. */
export type Fields = Readonly<Record<string, unknown>>

/** A field that both changed, and not to the same. */
export interface Clash<Name extends string = string> {
  field: Name
  before: unknown
  mine: unknown
  now: unknown
}

export interface Merged<F extends Fields> {
  /** What to save: a clash stands in it as mine, until somebody has chosen. */
  values: F
  clashes: Clash<Extract<keyof F, string>>[]
}

/** `before` is what I saw when I began, `mine` what I made of it, and `now` what the service has. */
export function merge<F extends Fields>(before: F, mine: F, now: F): Merged<F> {
  const values: Record<string, unknown> = { ...now }
  const clashes: Clash<Extract<keyof F, string>>[] = []
  for (const field of new Set([before, mine, now].flatMap(Object.keys)) as Set<Extract<keyof F, string>>) {
    const [was, own, is] = [before[field], mine[field], now[field]]
    if (same(own, was) || same(own, is)) continue
    values[field] = own
    if (!same(is, was)) clashes.push({ field, before: was, mine: own, now: is })
  }
  return { values: values as F, clashes }
}

/** The fields of `values` that differ from `base`: the body of a PATCH. */
export const changes = <F extends Fields>(base: F, values: F): Partial<F> =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !same(value, base[field])),
  ) as Partial<F>

/** Whether two values of JSON are the same; an absent field is the same as null, and the order of keys says nothing. */
export const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
