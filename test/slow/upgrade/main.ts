/**
 * `npm run upgrade:rolling` replaces instances of an earlier commit by the present code under load, and prints what clients got.
 */
import { parseArgs } from 'node:util'
import { onTestServer } from '../../setup.ts'
import { CannotRunTogether, lastTag, rolling } from './rolling.ts'

const { values } = parseArgs({
  options: { from: { type: 'string' }, seconds: { type: 'string', default: '30' } },
})
const seconds = Number(values.seconds)
if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not '${values.seconds}'.`)
const commit = values.from ?? (await lastTag())
if (commit === undefined) {
  console.log('Nothing is tagged yet; name a commit with --from.')
  process.exitCode = 2
} else
  await onTestServer(async () => {
    try {
      const outcome = await rolling(commit, {
        seconds,
        tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
      })
      console.log(outcome)
      for (const fault of outcome.faults) console.log(`FAIL ${fault}`)
      process.exitCode = outcome.faults.length > 0 || outcome.across === 0 ? 1 : 0
    } catch (error) {
      if (!(error instanceof CannotRunTogether)) throw error
      console.log(error.message)
      process.exitCode = 2
    }
  })
