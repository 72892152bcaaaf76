/** Merges the changes of two people field by field, and lists the fields that both have changed in different ways. */

export type Fields = Readonly<Record<string, unknown>>

export interface Clash<Name extends string = string> {
  field: Name
  before: unknown
  mine: unknown
  now: unknown
}

interface Merged<F extends Fields> {
  /** The values to save. For a clash, this is my value until the person has chosen. */
  values: F
  clashes: Clash<Extract<keyof F, string>>[]
}

/** `before` is the resource from which I started, `mine` is my version, and `now` is the service's. */
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

export const changes = <F extends Fields>(base: F, values: F): Partial<F> =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !same(value, base[field])),
  ) as Partial<F>

/** True if the two are equal. An absent field is equal to null, and the order of keys makes no difference. */
export const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
