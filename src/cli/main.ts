/** The command line: finds the command, runs it or shows its help, and returns the exit code. */
import packageFile from '../../package.json' with { type: 'json' }
import {
  type Command,
  type CommandContext,
  CommandFailed,
  UsageError,
  helpOf,
  readOptions,
  table,
} from './command.ts'
import { meant } from '../http/nearest.ts'
import { settingsHelp } from '../config/settings.ts'

/** Only the called command is loaded, because loading all code of the service takes a second. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  backup: async () => (await import('./commands/backup.ts')).backup,
  move: async () => (await import('./commands/move.ts')).move,
  upgrade: async () => (await import('./commands/upgrade.ts')).upgrade,
  user: async () => (await import('./commands/user.ts')).user,
  client: async () => (await import('./commands/client.ts')).client,
  keys: async () => (await import('./commands/keys.ts')).keys,
  token: async () => (await import('./commands/token.ts')).token,
  login: async () => (await import('./commands/login.ts')).login,
  logout: async () => (await import('./commands/logout.ts')).logout,
  api: async () => (await import('./commands/api.ts')).api,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  demo: async () => (await import('./commands/demo.ts')).demo,
  reset: async () => (await import('./commands/reset.ts')).reset,
  'import-rankings': async () => (await import('./commands/import-rankings.ts')).importRankings,
  check: async () => (await import('./commands/check.ts')).check,
  config: async () => (await import('./commands/config.ts')).config,
  openapi: async () => (await import('./commands/openapi.ts')).openapi,
  'support-bundle': async () => (await import('./commands/support-bundle.ts')).supportBundle,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
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

${(await import('../config/issuers.ts')).ISSUERS_HELP}

Exit codes
${table([
  ['0', 'All went well'],
  [
    '1',
    'It failed: something it needs is not there or refuses, such as the database or the port; or an answer was an error',
  ],
  ['2', 'The call or the settings are wrong, and trying again changes nothing'],
])}`

interface CallContext extends CommandContext {
  complain: (line: string) => void
}

export async function main(args: string[], context: CallContext): Promise<number> {
  try {
    return await run(args, context)
  } catch (error) {
    if (error instanceof UsageError || error instanceof CommandFailed) {
      context.complain(error.message)
      return error instanceof UsageError ? WRONG_CALL : FAILED
    }
    const { isWrongCall, sentenceOf } = await import('./explain.ts') // this loads the service's code
    // If an error has a sentence, the operator can mend it. Any other error is a bug, and is printed with its stack trace.
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
    context.complain(sentenceOf(error) ?? trace)
    return isWrongCall(error) ? WRONG_CALL : FAILED
  }
}

async function run([name, ...args]: string[], context: CommandContext): Promise<number> {
  const say = (text: string) => {
    context.print(text)
    return 0
  }
  if (name === undefined || name === '--help' || name === 'help') return say(await overview())
  if (name === '--version') return say(packageFile.version)
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load)
    throw new UsageError(
      `${name} is not a command.${meant(name, Object.keys(commands))} \`scorebook --help\` lists them all.`,
    )
  const command = await load()
  const values = readOptions(command, args)
  if (values['help']) return say(helpOf(command))
  return (await command.run(values, context)) ?? 0
}
