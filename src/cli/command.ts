/** A command: its facts as data, its help text, and the function that runs it. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

export interface Command {
  name: string
  summary: string
  about: string
  options: Readonly<Record<string, Option>>
  /** An optional argument can only be the last one. */
  arguments?: readonly { name: string; help: string; optional?: boolean }[]
  /** Runs the command. Returns the exit code, or nothing for 0. */
  run: (values: Values, context: CommandContext) => Promise<number | void>
}

interface Option {
  type: 'string' | 'boolean'
  multiple?: boolean
  short?: string
  value?: string
  help: string
}

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

export interface CommandContext {
  env: NodeJS.ProcessEnv
  cwd: string
  print: (line: string) => void
}

/** The command was called in a wrong way. The message says what would be right. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * Throws for a command that works only if the service issues its own tokens. `what` says where to go instead, or why the command
 * cannot work.
 */
export function mustBeOwnIssuer({ issuers }: { issuers: readonly unknown[] }, what: string): void {
  if (issuers.length > 0) throw new UsageError(`SCOREBOOK_AUTH_ISSUERS is set: ${what}.`)
}

/** The command has failed. The message says why, and what to do. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** Reads the options. Throws `UsageError`. */
export function readOptions(command: Command, args: string[]): Values {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean' } }
  for (const [name, { type, multiple = false, short }] of Object.entries(command.options))
    options[name] = { type, multiple, ...(short === undefined ? {} : { short }) }
  const { name, arguments: taken = [] } = command
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: taken.length > 0 })
    if (values['help']) return values
    const required = taken.filter(({ optional }) => !optional)
    if (positionals.length < required.length || positionals.length > taken.length)
      throw new Error(`${required.map((one) => one.name).join(' and ')} must be given, once`)
    return { ...values, ...Object.fromEntries(taken.map((one, index) => [one.name, positionals[index]])) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new UsageError(`${reason}. \`scorebook ${name} --help\` lists the options.`, {
      cause: error,
    })
  }
}

export const textOf = (values: Values, name: string) => textsOf(values, name)[0]

export const textsOf = (values: Values, name: string) =>
  [values[name]].flat().filter((value): value is string => typeof value === 'string')

/** Finds the action. Throws `UsageError`. */
export function actionIn<A>(
  values: Values,
  actions: Readonly<Record<string, A>>,
): { name: string; action: A } {
  const name = textOf(values, 'action') ?? ''
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action !== undefined) return { name, action }
  const names = Object.keys(actions)
  throw new UsageError(`${name} is not an action; ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'}.`)
}

export interface Output {
  lines: string[]
  json: unknown
}

export const JSON_OPTION = { type: 'boolean', help: 'Print JSON for programs' } as const

export function printOutput({ lines, json }: Output, values: Values, print: CommandContext['print']): void {
  if (values['json']) print(JSON.stringify(json))
  else for (const line of lines) print(line)
}

export function helpOf({ name, summary, about, options, arguments: taken = [] }: Command): string {
  const all: [string, Option][] = [
    ...Object.entries(options),
    ['help', { type: 'boolean', help: 'Show this help' }],
  ]
  const rows = all.map(([option, { value, short, help }]): [string, string] => [
    `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
    help,
  ])
  const positions =
    taken.length === 0 ? '' : `\n\nArguments\n${table(taken.map((one) => [one.name, one.help]))}`
  return `scorebook ${name}: ${summary}\n\n${about}${positions}\n\nOptions\n${table(rows)}`
}

export function table(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n')
}
