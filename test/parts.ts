/**
 * A long file can run in parts, at the same time in several processes, so that no file is longer than the rest of the run. It
 * shares out its tests or cases with `inPart`, so each of them runs in exactly one part. `parts.txt` has the number of parts.
 */
import { readFileSync } from 'node:fs'

const LISTED = new URL('parts.txt', import.meta.url)

/** The number of parts of each file that has some. */
export const PARTS: ReadonlyMap<string, number> = new Map(
  readFileSync(LISTED, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const space = line.indexOf(' ')
      return [line.slice(space + 1), Number(line.slice(0, space))]
    }),
)

/** What a process takes from the queue: a file, or one of its parts, such as `a.test.ts, part 2 of 4`. */
export function partsOf(file: string): string[] {
  const of = PARTS.get(file.replaceAll('\\', '/')) ?? 1
  return of === 1 ? [file] : Array.from({ length: of }, (_, n) => `${file}, part ${n + 1} of ${of}`)
}

const PART = /^(.*), part (\d+) of (\d+)$/

/** The file, and the query of the address by which its part is imported. */
export function fileOf(taken: string): { file: string; query: string } {
  const [, file = taken, n, of] = PART.exec(taken) ?? []
  return { file, query: n === undefined ? '' : `?part=${n}&of=${of}` }
}

/** Those that the part with this address has to test. A file that was imported whole has all of them. */
export function inPart<T>(address: string, all: readonly T[]): T[] {
  const { searchParams } = new URL(address)
  const [n, of] = [Number(searchParams.get('part') ?? 1), Number(searchParams.get('of') ?? 1)]
  return all.filter((_, place) => place % of === n - 1)
}
