/** The command line as a process: runs the command and sets the exit code. */
// oxlint-disable-next-line import/no-unassigned-import -- it must come before code that an older Node can't load
import './cli/node-version.ts'
import { main } from './cli/main.ts'

// The program that reads our output may have read enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
})
