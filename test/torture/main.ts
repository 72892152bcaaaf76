/** `npm run torture -- --kills 20 --seed 1`: prints what it did, what it counted, and each broken promise. */
import { parseArgs } from 'node:util'
import { count, figuresRow, inSeconds } from '../figures-row.ts'
import { wholeNumbers } from '../whole-numbers.ts'
import { torture } from './torture.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    writes: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '32' },
    instances: { type: 'string', default: '2' },
  },
})
const given = wholeNumbers(values)
const outcome = await torture({
  ...given,
  tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
})
console.log(outcome)
const { figures, harms, broken } = outcome
console.log(
  figuresRow(
    `torture --kills ${given.kills} --seed ${given.seed} --writes ${given.writes}`,
    [
      `${given.instances} instances, ${given.connections} clients, ${inSeconds(1000 * outcome.seconds)}`,
      Object.entries(harms)
        .map(([name, times]) => `${times} × ${name}`)
        .join(', '),
      `${count(figures.acknowledged)} changes acknowledged, of them ${count(figures.retried)} only when sent again`,
      `${count(figures.replays)} answers told once more, ${count(figures.reads)} reads compared`,
      `${count(figures.unavailable)} answers of 503, ${count(figures.silent)} requests without an answer`,
      `longest answer ${inSeconds(figures.longestAnswer)}, longest time until all instances wrote again ${inSeconds(outcome.slowestReturn)}`,
    ],
    broken,
  ),
)
for (const sentence of outcome.broken) console.log(`FAIL ${sentence}`)
process.exitCode = outcome.broken.length > 0 ? 1 : 0
