/** `npm run torture -- --kills 20 --seed 1`: what it did, what it counted, and each promise that was broken. */
import { parseArgs } from 'node:util'
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
for (const sentence of outcome.broken) console.log(`FAIL ${sentence}`)
process.exitCode = outcome.broken.length > 0 ? 1 : 0
