/**
 * Decides which small files of the bundler are joined. A joined file saves requests, but has bytes that some pages do not use.
 */

export interface Part {
  bytes: number
  imports: readonly string[]
  loads: readonly string[]
  /** True for a page, or for a part of a page that is loaded later. */
  isEntry: boolean
  /** True for a page that only people with a scope may download. */
  isReserved: boolean
}

type Parts = ReadonlyMap<string, Part>

/** What a request costs, expressed in bytes. All sizes in this file are before compression. */
const REQUEST = 4_096

/** How many bytes a usual page has. On a page with twice as many, each byte counts twice, because people wait longest there. */
const USUAL = 100_000

/** A part that is loaded later is needed by one of this many page views. */
const SELDOM = 4

/** A reserved page is one of this many page views, so files suit the pages that everybody opens. */
const RARE = 10

/** How many files a page may request besides the first script. */
const MOST = 8

/** Groups the files. The first group has the file `start` and everything that it imports. */
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

interface Graph {
  bytes: number[]
  reached: Set<number>[]
  imports: Set<number>[]
  hasEntry: boolean[]
  views: PageView[]
}

/** A person opens a page, or a part of a page, for the first time. */
interface PageView {
  needs: ReadonlySet<number>
  loaded: ReadonlySet<number>
  missing: ReadonlySet<number>
  byteCost: number
}

/** For each entry that is loaded later: the parts that can load it. */
function loadersOf(parts: Parts): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [loader, { loads }] of parts)
    for (const name of new Set(loads))
      if (parts.get(name)?.isEntry) found.set(name, [...(found.get(name) ?? []), loader])
  // The order is fixed, so that the sums are rounded in the same way on all machines.
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
    const share = parts.get(name)?.isReserved ? 1 / RARE : 1
    if (loaders.some((loader) => groupOf.get(loader) === 0)) return viewOf(needs, new Set(), share)
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

/**
 * The two files that save most if they are joined. If some page needs too many files, two files of that page that cost least if
 * they are joined.
 */
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
      // This check comes last because it is slow.
      if (wouldImportItself(graph, one, other) || wouldImportItself(graph, other, one)) continue
      best = [one, other]
      least = more
    }
  return best
}

/** True if the joined file would import itself through another file. Then it could run before its imports. */
function wouldImportItself({ imports, reached }: Graph, from: number, to: number): boolean {
  for (const between of imports[from] ?? []) if (between !== to && reached[between]?.has(to)) return true
  return false
}

/** For each pair of files: 1 if some page view needs both. Joining two other files saves no request. */
function missingTogether(views: readonly PageView[], count: number): Uint8Array {
  const together = new Uint8Array(count * count)
  for (const { missing } of views)
    for (const one of missing) for (const other of missing) together[one * count + other] = 1
  return together
}

/** What joining two files costs: the bytes that pages load without using them, minus the cost of the requests saved. */
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
