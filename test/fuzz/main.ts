/** `npm run fuzz -- --requests 10000 --seed 1`: what was answered, and each request whose answer breaks a promise. */
import { parseArgs } from 'node:util'
import { wholeNumbers } from '../whole-numbers.ts'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '8' },
  },
})
const outcome = await fuzz({
  ...wholeNumbers(values),
  tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
})
console.log(outcome)
for (const sentence of outcome.broken) console.log(`FAIL ${sentence}`)
process.exitCode = outcome.broken.length > 0 ? 1 : 0
