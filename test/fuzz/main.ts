/** `npm run fuzz -- --requests 10000 --seed 1`: prints what was answered, and each request whose answer breaks a promise. */
import { parseArgs } from 'node:util'
import { count, figuresRow } from '../figures-row.ts'
import { wholeNumbers } from '../whole-numbers.ts'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '8' },
  },
})
const given = wholeNumbers(values)
const outcome = await fuzz({
  ...given,
  tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
})
console.log(outcome)
const statuses = Object.keys(outcome.statuses)
console.log(
  figuresRow(
    `fuzz --requests ${given.requests} --seed ${given.seed}`,
    [
      `${count(given.requests)} requests over ${given.connections} connections, ${count(outcome.requestsPerSecond)} a second`,
      `${outcome.reached} of ${outcome.operations} operations answered 2xx, statuses ${statuses[0]} to ${statuses.at(-1)}`,
      `resident memory in the four quarters ${outcome.memory.quarters.join(', ')} MB`,
    ],
    outcome.broken,
  ),
)
for (const sentence of outcome.broken) console.log(`FAIL ${sentence}`)
process.exitCode = outcome.broken.length > 0 ? 1 : 0
