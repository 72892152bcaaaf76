/** The command line: finds the command, shows help, and sets the exit code. */
// oxlint-disable-next-line import/no-unassigned-import -- it must come before code that an older Node can't load
import './cli/node-version.ts'
import packageFile from '../package.json' with { type: 'json' }
import { type Command, UsageError, helpOf, readOptions, table } from './cli/command.ts'
import { ISSUERS_HELP } from './config/issuers.ts'
import { settingsHelp } from './config/settings.ts'

/** Each command is loaded when it is called: the service's code takes a second to load, and `call` a fifth of that. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./cli/serve.ts')).serve,
  migrate: async () => (await import('./cli/migrate.ts')).migrate,
  token: async () => (await import('./cli/token.ts')).token,
  call: async () => (await import('./cli/call.ts')).call,
  demo: async () => (await import('./cli/demo.ts')).demo,
  'import-rankings': async () => (await import('./cli/import-rankings.ts')).importRankings,
  openapi: async () => (await import('./cli/openapi.ts')).openapi,
  doctor: async () => (await import('./cli/doctor.ts')).doctor,
}

const FAILED = 1
const WRONG_CALL = 2

const overview = async () => `scorebook: a match-tracking service for board games

Usage: scorebook COMMAND [OPTIONS]

Commands
${table(await Promise.all(Object.entries(commands).map(async ([name, load]): Promise<[string, string]> => [name, (await load()).summary])))}

\`scorebook COMMAND --help\` says more. \`scorebook --version\` prints the version.

Settings (environment, or a .env file)
${table(settingsHelp())}

${ISSUERS_HELP}

Exit codes
${table([
  ['0', 'All went well'],
  [
    '1',
    'It failed: something it needs is not there or refuses, such as the database or the port; or an answer was an error',
  ],
  ['2', 'The call or the settings are wrong, and trying again changes nothing'],
])}`

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === 'help') return say(await overview())
  if (name === '--version') return say(packageFile.version)
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) throw new UsageError(`${name} is not a command; ${Object.keys(commands).join(', ')} are.`)
  const command = await load()
  const values = readOptions(command, args)
  if (values['help']) return say(helpOf(command))
  const code = await command.run(values, { env: process.env, cwd: process.cwd(), print: say })
  return code ?? 0
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Prints a sentence when an operator can put the error right; otherwise the trace, as the failure is ours. */
async function fail(error: unknown): Promise<number> {
  const { isWrongCall, sentenceOf } = await import('./cli/explain.ts')
  const trace = error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${sentenceOf(error) ?? trace}\n`)
  return isWrongCall(error) ? WRONG_CALL : FAILED
}

process.exitCode = await main(process.argv.slice(2)).catch(fail)
