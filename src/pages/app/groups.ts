/**
 * Chooses which of the bundler's small files to join. The bundler makes a file for each set of pages that share something, so
 * their number grows with the pages. A request has a cost, and so has a byte that a page loads and does not need.
 */

export interface Part {
  bytes: number
  /** The names of the files that it imports at once. */
  imports: readonly string[]
  /** The names of the files that it can load later. */
  loads: readonly string[]
  /** True if it is loaded later: a page, or a part of one. */
  isEntry: boolean
}

type Parts = ReadonlyMap<string, Part>

/** The cost of a request, in bytes before compression, like all sizes here. */
const REQUEST = 4_096

/**
 * The bytes that a usual page loads. A byte of a page that loads twice as much costs twice as much, because people wait for the
 * slowest page.
 */
const USUAL = 100_000

/** One page view in this number shows a part that is loaded later. */
const SELDOM = 4

/** The most files that a page requests besides the first script. */
const MOST = 8

/** `start` is in the first group, with everything that it imports. */
export function grouped(parts: Parts, start: string): string[][] {
  const first = reachedFrom(start, (name) => parts.get(name)?.imports ?? [])
  let groups = [[...first], ...[...parts.keys()].filter((name) => !first.has(name)).map((name) => [name])]
  const loaders = loadersOf(parts)
  for (;;) {
    const pair = bestPair(graphOf(parts, groups, loaders), groups.length)
    if (!pair) return groups
    const [one, other] = pair
    const both = [...(groups[one] ?? []), ...(groups[other] ?? [])]
    groups = groups.flatMap((group, n) => (n === one ? [both] : n === other ? [] : [group]))
  }
}

/** The groups by number; 0 is the first script. */
interface Graph {
  bytes: number[]
  /** For each group: itself and everything that it imports at once, directly or not. */
  reached: Set<number>[]
  imports: Set<number>[]
  hasEntry: boolean[]
  views: PageView[]
}

/** A page, or a part of one, is shown that was not loaded before. */
interface PageView {
  needs: ReadonlySet<number>
  /** The groups that were loaded before. */
  loaded: ReadonlySet<number>
  /** The groups that it needs and that were not loaded. */
  missing: ReadonlySet<number>
  /** The cost of a byte of this page. */
  byteCost: number
}

/** For each entry the parts that can load it later. */
function loadersOf(parts: Parts): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [loader, { loads }] of parts)
    for (const name of new Set(loads))
      if (parts.get(name)?.isEntry) found.set(name, [...(found.get(name) ?? []), loader])
  // In the order of the parts, so that rounding gives the same sums.
  return new Map(
    [...parts.keys()].flatMap((name) => {
      const loaders = found.get(name)
      return loaders ? [[name, loaders]] : []
    }),
  )
}

function graphOf(parts: Parts, groups: readonly string[][], loadersOf: ReadonlyMap<string, string[]>): Graph {
  const groupOf = new Map(groups.flatMap((group, n) => group.map((name) => [name, n])))
  const numbersOf = (names: readonly string[]) => names.map((name) => groupOf.get(name) ?? 0)
  const partsOf = groups.map((group) => group.flatMap((name) => parts.get(name) ?? []))
  const imports = partsOf.map(
    (of, n) => new Set(numbersOf(of.flatMap((part) => part.imports)).filter((other) => other !== n)),
  )
  const reached = imports.map((_, n) => reachedFrom(n, (one) => imports[one] ?? []))
  const bytes = partsOf.map((of) => of.reduce((sum, part) => sum + part.bytes, 0))
  const viewOf = (needs: Set<number>, loaded: Set<number>, weight: number): PageView => {
    const missing = needs.difference(loaded)
    return { needs, loaded, missing, byteCost: (weight * totalOf(missing, bytes)) / USUAL }
  }
  const views = [...loadersOf].map(([name, loaders]): PageView => {
    const needs = new Set([0, ...reachedOf(name)])
    if (loaders.some((loader) => groupOf.get(loader) === 0)) return viewOf(needs, new Set(), 1)
    const [before, ...others] = loaders.map((loader) => reachedOf(loader))
    const loaded = others.reduce((all, one) => all.intersection(one), before ?? new Set<number>())
    return viewOf(needs, new Set([0, ...loaded]), 1 / SELDOM)
  })
  return {
    bytes,
    reached,
    imports,
    hasEntry: partsOf.map((of, n) => n === 0 || of.some(({ isEntry }) => isEntry)),
    views,
  }

  function reachedOf(name: string): Set<number> {
    return reached[groupOf.get(name) ?? 0] ?? new Set()
  }
}

/** The pair whose joining saves most. If a page requests too many files, the pair of its files whose joining costs least. */
function bestPair(graph: Graph, count: number): [number, number] | undefined {
  const crowded = graph.views.find(({ missing }) => missing.size > 1 + MOST)
  const together = missingTogether(graph.views, count)
  let best: [number, number] | undefined
  let least = crowded ? Infinity : 0
  for (let one = 0; one < count; one++)
    for (let other = one + 1; other < count; other++) {
      if (!together[one * count + other] || (graph.hasEntry[one] && graph.hasEntry[other])) continue
      if (crowded && !(crowded.needs.has(one) && crowded.needs.has(other))) continue
      const more = addedCost(graph, one, other)
      if (more >= least) continue
      // The last check, because it is slow and few pairs come this far.
      if (wouldImportItself(graph, one, other) || wouldImportItself(graph, other, one)) continue
      best = [one, other]
      least = more
    }
  return best
}

/** True if the joined file would import itself through another file: it could run before its imports. */
function wouldImportItself({ imports, reached }: Graph, from: number, to: number): boolean {
  for (const between of imports[from] ?? []) if (between !== to && reached[between]?.has(to)) return true
  return false
}

/** 1 for each pair that some page requests together; no other pair saves a request. */
function missingTogether(views: readonly PageView[], count: number): Uint8Array {
  const together = new Uint8Array(count * count)
  for (const { missing } of views)
    for (const one of missing) for (const other of missing) together[one * count + other] = 1
  return together
}

/** The additional cost of all pages if the two are one file: unneeded bytes, minus saved requests. */
function addedCost({ bytes, reached, views }: Graph, one: number, other: number): number {
  const both = (reached[one] ?? new Set<number>()).union(reached[other] ?? new Set<number>())
  let more = 0
  for (const { needs, loaded, missing, byteCost } of views) {
    if (!needs.has(one) && !needs.has(other)) continue
    const hadBoth = loaded.has(one) || loaded.has(other)
    for (const group of both) {
      const before = missing.has(group)
      const after = !loaded.has(group) && !hadBoth
      if (before !== after) more += byteCost * (after ? 1 : -1) * ((bytes[group] ?? 0) + REQUEST)
    }
    if (!hadBoth) more -= byteCost * REQUEST
  }
  return more
}

const totalOf = (groups: ReadonlySet<number>, bytes: readonly number[]): number =>
  [...groups].reduce((sum, group) => sum + (bytes[group] ?? 0), 0)

function reachedFrom<T>(from: T, next: (one: T) => Iterable<T>, found = new Set<T>()): Set<T> {
  if (found.has(from)) return found
  found.add(from)
  for (const other of next(from)) reachedFrom(other, next, found)
  return found
}
