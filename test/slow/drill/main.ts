/** `npm run drill`: kills the primary under load, and compares the answers of its clients with the data. */
import { parseArgs } from 'node:util'
import { drill } from './drill.ts'
import { broken } from './promises.ts'

const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '4' },
    writers: { type: 'string', default: '8' },
    readers: { type: 'string', default: '8' },
    pairs: { type: 'string', default: '10000' },
    failovers: { type: 'string', default: '2' },
    delay: { type: 'string', default: '0' },
    asynchronous: { type: 'boolean', default: false },
  },
})
const number = (name: 'instances' | 'writers' | 'readers' | 'pairs' | 'failovers') => {
  const given = Number(values[name])
  if (!Number.isSafeInteger(given) || given < 0 || (given === 0 && name !== 'failovers'))
    throw new Error(`--${name} must be a whole number, not '${values[name]}'.`)
  return given
}

const outcome = await drill({
  instances: number('instances'),
  writers: number('writers'),
  readers: number('readers'),
  pairs: number('pairs'),
  failovers: number('failovers'),
  synchronous: !values.asynchronous,
  delay: values.delay,
  tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
})
console.log(outcome)
const faults = broken(outcome, { synchronous: !values.asynchronous })
for (const fault of faults) console.log(`FAIL ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
