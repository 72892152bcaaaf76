/** Decides whether a measured figure stays flat, by comparing the last quarter of the samples with the third. */
import type { Sample, Table } from './samples.ts'

/** The least number of samples for a verdict, because memory and tables need minutes to settle. */
export const ENOUGH = 40
/** In bytes. Tables below this size grow in whole pages, so they are not judged. */
const SMALL = 2 ** 20

interface Limit {
  name: string
  of: (sample: Sample) => number
  /** The last quarter may be larger than the third by `factor`, and by `more` in addition. */
  factor: number
  more: number
}

const LIMITS: Limit[] = [
  { name: 'Resident memory, in MB', of: ({ resident }) => resident, factor: 1.1, more: 16 },
  { name: 'The heap, in MB', of: ({ heap }) => heap, factor: 1.2, more: 16 },
  { name: 'Open files', of: ({ files }) => files, factor: 1.1, more: 8 },
  { name: 'Connections to PostgreSQL', of: ({ connections }) => connections, factor: 1, more: 2 },
  { name: 'The delay of the event loop, in ms', of: ({ delay }) => delay, factor: 2, more: 20 },
  { name: 'The time of an answer, in ms', of: ({ answer }) => answer, factor: 1.5, more: 10 },
]

/** Returns a sentence for each figure that grows. */
export function growing(samples: Sample[]): string[] {
  if (samples.length < ENOUGH) return []
  const limits = [...LIMITS, ...tablesOf(samples.at(-1)).map(bytesPerRow)]
  return limits.flatMap(({ name, of, factor, more }) => {
    const [third, fourth] = [2, 3].map((n) => median(quarterOf(samples, n).map(of))) as [number, number]
    return fourth > third * factor + more
      ? [`${name} grows: ${Math.round(third)} in the third quarter, ${Math.round(fourth)} in the fourth.`]
      : []
  })
}

export const quarterOf = <T>(all: T[], n: number): T[] =>
  all.slice(Math.floor((all.length * n) / 4), Math.floor((all.length * (n + 1)) / 4))

export function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

const tablesOf = (sample: Sample | undefined): string[] =>
  (sample?.tables ?? []).filter(({ size }) => size > SMALL).map(({ name }) => name)

/** A table grows with its rows, so the limit is for the bytes per row. They include indexes and the space of old versions. */
function bytesPerRow(name: string): Limit {
  const of = ({ tables }: Sample) => {
    const table = tables.find((one) => one.name === name)
    return table ? perRow(table) : 0
  }
  return { name: `What a row of ${name} takes, in bytes,`, of, factor: 1.25, more: 64 }
}

export const perRow = ({ size, indexes, rows }: Table): number => (size + indexes) / Math.max(1, rows)
