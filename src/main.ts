/** The command line as a process: runs the command, and sets the exit code. */
// oxlint-disable-next-line import/no-unassigned-import -- it must come before code that an older Node can't load
import './cli/node-version.ts'
import { main } from './cli/main.ts'

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
})
