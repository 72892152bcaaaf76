#!/usr/bin/env node
/** The command line: which command is meant, its help, and the exit code. */
// oxlint-disable-next-line import/no-unassigned-import -- it has to come before what an older Node can't load
import './cli/node-version.ts'
import { readFileSync } from 'node:fs'
import { type Command, UsageError, helpOf, readOptions, table } from './cli/command.ts'
import { demo } from './cli/demo.ts'
import { doctor } from './cli/doctor.ts'
import { importRankings } from './cli/import-rankings.ts'
import { migrate } from './cli/migrate.ts'
import { openapi } from './cli/openapi.ts'
import { serve } from './cli/serve.ts'
import { token } from './cli/token.ts'
import { ConfigError, SETTINGS } from './config.ts'
import { CannotStart } from './db/embedded/errors.ts'
import { SchemaError } from './db/migrate.ts'
import { NotEmpty } from './demo/fill.ts'

const commands: Command[] = [serve, migrate, token, demo, importRankings, openapi, doctor]

const FAILED = 1
const WRONG_CALL = 2

const OVERVIEW = `scorebook: a match-tracking service for board games

Usage: scorebook COMMAND [OPTIONS]

Commands
${table(commands.map(({ name, summary }) => [name, summary]))}

\`scorebook COMMAND --help\` says more. \`scorebook --version\` prints the version.

Settings (environment, or a .env file)
${table(Object.entries(SETTINGS).map(([name, [otherwise, about]]) => [name, `${about} (default: ${otherwise})`]))}

Exit codes: 0 all went well, 1 it failed, 2 the call or the configuration is wrong.`

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === 'help') return say(OVERVIEW)
  if (name === '--version') return say(version())
  const command = commands.find((one) => one.name === name)
  if (!command)
    throw new UsageError(`${name} is not a command; ${commands.map((one) => one.name).join(', ')} are.`)
  const values = readOptions(command, args)
  if (values['help']) return say(helpOf(command))
  const code = await command.run(values, { env: process.env, cwd: process.cwd(), print: say })
  return code ?? 0
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}

/** What a person can put right is a sentence; anything else is a failure of ours, with its trace. */
function explain(error: unknown): number {
  const expected = error instanceof UsageError || error instanceof ConfigError
  const told =
    expected ||
    error instanceof CannotStart ||
    error instanceof SchemaError ||
    error instanceof NotEmpty ||
    isSystemError(error)
  process.stderr.write(`${error instanceof Error ? (told ? error.message : error.stack) : String(error)}\n`)
  return expected ? WRONG_CALL : FAILED
}

/** A port that is taken, a server that doesn't answer. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

process.exitCode = await main(process.argv.slice(2)).catch(explain)
