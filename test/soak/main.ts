/** `npm run soak -- --minutes 60`: prints what grew, what was slow, and each broken promise. */
import { parseArgs } from 'node:util'
import { count, figuresRow } from '../figures-row.ts'
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
const given = wholeNumbers(values)
const { slow, tables, ...outcome } = await soak({
  ...given,
  tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
})
console.table(slow)
console.table(tables)
console.log(outcome)
const { resident, files, connections, delay, answer } = outcome.quarters
console.log(
  figuresRow(
    `soak --minutes ${given.minutes} --rate ${given.rate}`,
    [
      `${count(outcome.requests)} requests, ${count(outcome.figures.acknowledged)} changes`,
      `in the four quarters: resident memory ${resident.join(', ')} MB, files ${files.join(', ')}, connections ${connections.join(', ')}, delay of the event loop ${delay.join(', ')} ms, median of answers ${answer.join(', ')} ms`,
      `slowest hundredth: ${slow
        .slice(0, 3)
        .map(({ operation, p99 }) => `${operation} ${Math.round(p99)} ms`)
        .join(', ')}`,
    ],
    outcome.broken,
  ),
)
for (const sentence of outcome.broken) console.log(`FAIL ${sentence}`)
process.exitCode = outcome.broken.length > 0 ? 1 : 0
