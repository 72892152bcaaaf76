/** `npm run soak -- --minutes 60`: what grew, what was slow, and each promise that was broken. */
import { parseArgs } from 'node:util'
import { wholeNumbers } from '../whole-numbers.ts'
import { soak } from './soak.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    rate: { type: 'string', default: '100' },
  },
})
const { slow, tables, ...outcome } = await soak({
  ...wholeNumbers(values),
  tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
})
console.table(slow)
console.table(tables)
console.log(outcome)
for (const sentence of outcome.broken) console.log(`FAIL ${sentence}`)
process.exitCode = outcome.broken.length > 0 ? 1 : 0
