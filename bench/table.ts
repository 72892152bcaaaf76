/** The table that is printed: a line a side, each figure the median of its rounds. */
import type { Measured } from './sides.ts'

const COLUMNS: [title: string, figure: keyof Measured | 'ratio', digits: number][] = [
  ['per second', 'perSecond', 0],
  ['ratio', 'ratio', 2],
  ['p50 ms', 'p50', 2],
  ['p99 ms', 'p99', 2],
  ['CPU ms', 'cpu', 3],
  ['PostgreSQL ms', 'postgres', 3],
  ['client ms', 'client', 3],
  ['statements', 'statements', 1],
  ['round trips', 'roundTrips', 1],
]

export const heading = () =>
  'request'.padEnd(15) + 'side'.padEnd(8) + COLUMNS.map(([title]) => `  ${title}`).join('')

/** `ratio` is that of the line, where it has one. */
export function line(request: string, side: string, rounds: Measured[], ratio: number | undefined): string {
  const cells = COLUMNS.map(([title, figure, digits]) => {
    const value = figure === 'ratio' ? ratio : median(rounds.map((round) => round[figure]))
    return `  ${(value?.toFixed(digits) ?? '').padStart(title.length)}`
  })
  return request.padEnd(15) + side.padEnd(8) + cells.join('')
}

/** The median of the ratios within each round, so that what else the machine does falls on both sides. */
export const ratioOf = (rounds: Measured[], others: Measured[]) =>
  median(rounds.map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? perSecond)))

function median(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
}
