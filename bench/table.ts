/** The printed table, with a line for each workload and side. Each figure is the median of its rounds. */
import type { Measured } from './sides.ts'

const NAMES = ['HTTP', 'straight', 'bare', 'floor']

const FIGURES: [title: string, figure: keyof Measured, digits: number][] = [
  ['p50 ms', 'p50', 2],
  ['p99 ms', 'p99', 2],
]

const COSTS: [title: string, figure: keyof Measured, digits: number][] = [
  ['Node ms', 'cpu', 3],
  ['PostgreSQL ms', 'postgres', 3],
  ['statements', 'statements', 1],
  ['round trips', 'roundTrips', 1],
]

const RATIOS = ['/straight', '/bare', '/floor']
const AT_HALF = 'p99 half'

const TITLES = [
  'per second',
  ...RATIOS,
  ...FIGURES.map(([title]) => title),
  AT_HALF,
  ...COSTS.map(([title]) => title),
]

export const heading = () =>
  'work'.padEnd(18) + 'side'.padEnd(8) + TITLES.map((title) => `  ${title}`).join('')

export const lines = (work: string, rounds: Measured[][], atHalf: number[]): string[] =>
  rounds.map((own, side) => {
    const middle = (figure: keyof Measured) => median(own.map((round) => round[figure]))
    const values = [
      middle('perSecond').toFixed(0),
      ...rounds.slice(1).map((others, index) => (index + 1 > side ? ratioOf(own, others).toFixed(2) : '')),
      ...FIGURES.map(([, figure, digits]) => middle(figure).toFixed(digits)),
      (atHalf[side] ?? 0).toFixed(2),
      ...COSTS.map(([, figure, digits]) => middle(figure).toFixed(digits)),
    ]
    const cells = values.map((value, index) => `  ${value.padStart(TITLES[index]?.length ?? 0)}`)
    return (side === 0 ? work : '').padEnd(18) + (NAMES[side] ?? '').padEnd(8) + cells.join('')
  })

/** The median of the ratios in each round, because other work on the machine slows both sides of a round. */
const ratioOf = (rounds: Measured[], others: Measured[]) =>
  median(rounds.map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? perSecond)))

export function median(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
}
