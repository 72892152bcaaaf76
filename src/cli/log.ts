/** The service's log: a line of JSON for programs, a plain line on a terminal. */
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { harmless } from './harmless.ts'

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

export function loggerOf({ logLevel: level }: Pick<Config, 'logLevel'>, stdout: Terminal): Logger {
  if (!stdout.isTTY) return pino({ level })
  return pino({ level }, { write: (line) => stdout.write(plainLine(line)) })
}

/** Fields that every line has, or that the plain line shows differently. */
const SHOWN = new Set(['level', 'time', 'pid', 'hostname', 'reqId', 'msg', 'err'])

/** `18:30:01 info  answered  method=GET status=200`; an error's trace follows below. */
export function plainLine(json: string): string {
  const entry = JSON.parse(json) as Record<string, unknown> & { level: number; time: number }
  const level = pino.levels.labels[entry.level] ?? ''
  const facts = Object.entries(entry)
    .filter(([name]) => !SHOWN.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const { msg = '', err } = entry
  const first = `${clock(new Date(entry.time))} ${level.padEnd(5)} ${String(msg)}${facts.length > 0 ? ` ${facts.join('')}` : ''}`
  const trace = (err as { stack?: string } | undefined)?.stack
  return `${[first, ...(trace?.split('\n') ?? [])].map(harmless).join('\n')}\n`
}

/** The local time, as the person at the terminal has it. */
const clock = (time: Date) =>
  [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** The lines for somebody who has just started the service. `link` makes the first administrator. */
export function welcome(
  { baseUrl, issuers }: Pick<Config, 'baseUrl' | 'issuers'>,
  link: string | undefined,
): string {
  const first =
    link === undefined
      ? []
      : [
          `  Begin      ${link}`,
          '             This link makes the first administrator: once, and within an hour.',
        ]
  const tokens =
    issuers.length === 0
      ? [
          '  Sign in    npx scorebook login (on the command line)',
          '  A demo     npx scorebook demo (people and matches to look at, in an empty database)',
        ]
      : [`  Tokens     of ${issuers.map(({ issuer }) => issuer).join(', ')}`]
  return [`Scorebook answers at ${baseUrl}`, ...first, `  Reference  ${baseUrl}/docs`, ...tokens].join('\n')
}
