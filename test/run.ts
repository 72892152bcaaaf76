/** `npm test`: every test file, or those that are named; all on one server that the setup starts. */
import { spawnSync } from 'node:child_process'

const named = process.argv.slice(2)
const args = [
  '--test',
  '--test-global-setup=test/setup.ts',
  ...(named.length > 0 ? named : ['test/**/*.test.ts']),
]
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
process.exitCode = status ?? 1
