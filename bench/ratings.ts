/** `npm run bench:ratings`: compares the ratings with other models (decision 025). `-- --seed N` repeats a run exactly. */
import { parseArgs } from 'node:util'
import { UNKNOWN } from '../src/resources/ratings/bradley-terry.ts'
import { MODELS, between, comparison } from './ratings/comparison.ts'
import { bradleyTerry } from './ratings/models.ts'
import { type Found, type Setting, matchesUntilShown, simulate } from './ratings/simulation.ts'

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const seed = Number(values.seed)
if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number, such as 1.')

const COMPARED = comparison(1_000)

const row = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`)
const percent = (share: number | undefined) => (share === undefined ? '–' : `${Math.round(share * 100)} %`)
const shown = ({ logLoss, rank, within }: Found) =>
  `${logLoss.toFixed(3)} · ${rank.toFixed(3)} · ${percent(within)}`

console.log('log loss of pairs · rank correlation · true strength within ±2σ\n')
row(['', ...MODELS.map(({ name }) => name)])
row(['---', ...MODELS.map(() => '---')])
for (const [name, setting] of Object.entries(COMPARED))
  row([name, ...simulate(MODELS, setting, seed).map(shown)])

const TAUS = [0, 200, 100, 70, 50, 30, 20]
const weight = (sides: number) => 2 / sides
const withTau = (part: number) => bradleyTerry('', { weight, tau: part === 0 ? 0 : UNKNOWN.sigma / part })
const duels: Setting = { players: 200, each: 500, seats: between(2, 2) }
const CHANGES: [string, Setting][] = [
  ['500 of two each', duels],
  ['500 of two each, strengths that change', { ...duels, change: UNKNOWN.sigma / 50 }],
  ['500 of two each, strengths that change much', { ...duels, change: UNKNOWN.sigma / 20 }],
]

console.log('\n')
row(['τ', ...CHANGES.map(([name]) => name), 'matches until an improvement shows after 200', 'after 500'])
row(['---', ...CHANGES.map(() => '---'), '---', '---'])
const found = CHANGES.map(([, setting]) => simulate(TAUS.map(withTau), setting, seed))
for (const [n, part] of TAUS.entries()) {
  const model = withTau(part)
  row([
    part === 0 ? '0' : `σ₀/${part}`,
    ...found.map((each) => shown(each[n] as Found)),
    ...[200, 500].map((before) => String(matchesUntilShown(model, before, seed))),
  ])
}
