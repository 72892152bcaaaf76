/**
 * The order of the test files: the longest first, so that short files fill the time at the end and all processes end together.
 * `seconds.txt` has the seconds of each file, or part of a file, that takes five or more.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileOf, partsOf } from './parts.ts'

const RECORDED = new URL('seconds.txt', import.meta.url)
/** Shorter files are not recorded. */
const LEAST = 5
/** The seconds of a file that was not recorded. A new slow file must not come last. */
const NEW = { slow: 60, fast: LEAST - 1 }

/** The recorded seconds of each file or part. */
export function recordedSeconds(): Map<string, number> {
  const lines = readFileSync(RECORDED, 'utf8').split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const space = line.indexOf(' ')
      return [line.slice(space + 1), Number(line.slice(0, space))]
    }),
  )
}

/** True if a run still takes this from its queue: a file that exists, or a part of one. */
export function isThere(taken: string): boolean {
  const { file } = fileOf(taken)
  return partsOf(file).includes(taken) && existsSync(new URL(`../${file}`, import.meta.url))
}

/** Files that take as long keep their order. */
export function longestFirst(
  files: readonly string[],
  seconds: ReadonlyMap<string, number> = recordedSeconds(),
): string[] {
  const of = (taken: string) => {
    const path = taken.replaceAll('\\', '/')
    return seconds.get(path) ?? (path.startsWith('test/slow/') ? NEW.slow : NEW.fast)
  }
  return files.toSorted((one, other) => of(other) - of(one))
}

/** Records how long files took. Files that did not run keep their seconds, and those that are gone are left out. */
export function record(took: ReadonlyMap<string, number>): void {
  const seconds = new Map([...recordedSeconds(), ...took])
  const lines = [...seconds]
    .map(([file, some]) => [file, Math.round(some)] as const)
    .filter(([taken, some]) => some >= LEAST && isThere(taken))
    .toSorted(([one, long], [other, longer]) => longer - long || (one < other ? -1 : 1))
  writeFileSync(RECORDED, lines.map(([file, some]) => `${some} ${file}\n`).join(''))
}
