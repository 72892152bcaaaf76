/**
 * Says which of the many small files of the bundler become one: it makes a file for each set of pages that share something, so
 * their number grows with the pages. Each request costs, and so does what is loaded and not needed.
 */

/** A file of the bundler. */
export interface Part {
  bytes: number
  /** What it imports at once, by name. */
  imports: readonly string[]
  /** What it may load later, by name. */
  loads: readonly string[]
  /** It is loaded later: a page, or a part of one. */
  isEntry: boolean
}

export type Parts = ReadonlyMap<string, Part>

/** In bytes, before they are compressed, as everything here: a request costs more than a file of this size. */
const REQUEST = 4_096

/** What a usual visit loads: one that loads twice as much bears half as much more, as the slowest page is what people wait for. */
const USUAL = 100_000

/** One visit in so many shows a part that is loaded later. */
const SELDOM = 10

/** A page asks for so many files at most, beside the first script. */
const MOST = 8

/** `start` is in the first group, with all that it imports. */
export function grouped(parts: Parts, start: string): string[][] {
  const first = reachedFrom(start, (name) => parts.get(name)?.imports ?? [])
  let groups = [[...first], ...[...parts.keys()].filter((name) => !first.has(name)).map((name) => [name])]
  for (;;) {
    const pair = bestPair(graphOf(parts, groups), groups.length)
    if (!pair) return groups
    const [one, other] = pair
    const both = [...(groups[one] ?? []), ...(groups[other] ?? [])]
    groups = groups.flatMap((group, n) => (n === one ? [both] : n === other ? [] : [group]))
  }
}

/** Groups by their number; the first script is 0. */
interface Graph {
  bytes: number[]
  /** What each group imports at once, and so on, with itself. */
  reached: Set<number>[]
  imports: Set<number>[]
  hasEntry: boolean[]
  visits: Visit[]
}

/** Something is shown that was not loaded before. */
interface Visit {
  needs: ReadonlySet<number>
  /** Loaded before. */
  has: ReadonlySet<number>
  weight: number
}

function graphOf(parts: Parts, groups: readonly string[][]): Graph {
  const groupOf = new Map(groups.flatMap((group, n) => group.map((name) => [name, n])))
  const numbersOf = (names: readonly string[]) => names.map((name) => groupOf.get(name) ?? 0)
  const partsOf = groups.map((group) => group.flatMap((name) => parts.get(name) ?? []))
  const imports = partsOf.map(
    (of, n) => new Set(numbersOf(of.flatMap((part) => part.imports)).filter((other) => other !== n)),
  )
  const reached = imports.map((_, n) => reachedFrom(n, (one) => imports[one] ?? []))
  const visits = [...parts]
    .filter(([, { isEntry }]) => isEntry)
    .flatMap(([name]): Visit[] => {
      const needs = new Set([0, ...reachedOf(name)])
      const loaders = [...parts].filter(([, { loads }]) => loads.includes(name)).map(([loader]) => loader)
      if (loaders.length === 0) return []
      if (loaders.some((loader) => groupOf.get(loader) === 0)) return [{ needs, has: new Set(), weight: 1 }]
      const [before, ...others] = loaders.map((loader) => reachedOf(loader))
      const has = others.reduce((all, one) => all.intersection(one), before ?? new Set<number>())
      return [{ needs, has: new Set([0, ...has]), weight: 1 / SELDOM }]
    })
  return {
    bytes: partsOf.map((of) => of.reduce((sum, { bytes }) => sum + bytes, 0)),
    reached,
    imports,
    hasEntry: partsOf.map((of, n) => n === 0 || of.some(({ isEntry }) => isEntry)),
    visits,
  }

  function reachedOf(name: string): Set<number> {
    return reached[groupOf.get(name) ?? 0] ?? new Set()
  }
}

/** The pair that saves most by becoming one; where a page asks for too many files, the one of its pairs that costs least. */
function bestPair(graph: Graph, count: number): [number, number] | undefined {
  const crowded = graph.visits.find(({ needs, has }) => needs.difference(has).size > 1 + MOST)
  let best: [number, number] | undefined
  let least = crowded ? Infinity : 0
  for (let one = 0; one < count; one++)
    for (let other = one + 1; other < count; other++) {
      if (graph.hasEntry[one] && graph.hasEntry[other]) continue
      if (crowded && !(crowded.needs.has(one) && crowded.needs.has(other))) continue
      if (wouldCircle(graph, one, other) || wouldCircle(graph, other, one)) continue
      const more = moreOf(graph, one, other)
      if (more !== undefined && more < least) [best, least] = [[one, other], more]
    }
  return best
}

/** A file that imports itself by way of another may begin before what it needs. */
const wouldCircle = ({ imports, reached }: Graph, from: number, to: number): boolean =>
  [...(imports[from] ?? [])].some((between) => between !== to && reached[between]?.has(to))

/** What the visits cost more when the two are one: what they don't need, less the requests. Undefined: no visit saves a request. */
function moreOf({ bytes, reached, visits }: Graph, one: number, other: number): number | undefined {
  if (!visits.some((visit) => asksFor(visit, one) && asksFor(visit, other))) return undefined
  const both = [...new Set([...(reached[one] ?? []), ...(reached[other] ?? [])])]
  let more = 0
  for (const { needs, has, weight } of visits) {
    if (!needs.has(one) && !needs.has(other)) continue
    const hadBoth = has.has(one) || has.has(other)
    const dear = (weight * totalOf(needs.difference(has), bytes)) / USUAL
    for (const group of both) {
      const before = asksFor({ needs, has }, group)
      const after = !has.has(group) && !hadBoth
      if (before !== after) more += dear * (after ? 1 : -1) * ((bytes[group] ?? 0) + REQUEST)
    }
    if (!hadBoth) more -= dear * REQUEST
  }
  return more
}

const totalOf = (groups: ReadonlySet<number>, bytes: readonly number[]): number =>
  [...groups].reduce((sum, group) => sum + (bytes[group] ?? 0), 0)

const asksFor = ({ needs, has }: Pick<Visit, 'needs' | 'has'>, group: number): boolean =>
  needs.has(group) && !has.has(group)

function reachedFrom<T>(from: T, next: (one: T) => Iterable<T>, found = new Set<T>()): Set<T> {
  if (found.has(from)) return found
  found.add(from)
  for (const other of next(from)) reachedFrom(other, next, found)
  return found
}
