/** The service's log: a line of JSON for programs, a plain line on a terminal. */
import { type Logger, pino } from 'pino'
import type { Config } from '../../config.ts'
import { harmless } from '../harmless.ts'

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

/** On a terminal, level `info` leaves out successful reads, so that changes, faults and the first link stay in view. */
export function loggerOf({ logLevel: level }: Pick<Config, 'logLevel'>, stdout: Terminal): Logger {
  if (!stdout.isTTY) return pino({ level })
  const write = (line: string) => {
    const entry = JSON.parse(line) as Entry
    if (level !== 'info' || !isGoodRead(entry)) stdout.write(plainLine(entry))
  }
  return pino({ level }, { write })
}

/** A line of the log, as pino writes it. */
type Entry = Record<string, unknown> & { level: number; time: number }

const isGoodRead = ({ msg, method, status }: Entry) =>
  msg === 'answered' && (method === 'GET' || method === 'HEAD') && typeof status === 'number' && status < 400

/** Fields that the plain line leaves out or shows in its own way. */
const SHOWN = new Set(['level', 'time', 'pid', 'hostname', 'reqId', 'msg', 'err'])

/** `18:30:01 info  answered  method=GET status=500 reqId=…`; an error's trace follows below. */
export function plainLine(entry: Entry): string {
  const level = pino.levels.labels[entry.level] ?? ''
  const isFault = entry.level >= WARN || Number(entry['status']) >= 500
  const facts = Object.entries(entry)
    .filter(([name]) => !SHOWN.has(name) || (name === 'reqId' && isFault)) // people report a fault by it
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const { msg = '', err } = entry
  const first = `${clock(new Date(entry.time))} ${level.padEnd(5)} ${String(msg)}${facts.length > 0 ? ` ${facts.join('')}` : ''}`
  const trace = (err as { stack?: string } | undefined)?.stack
  return `${[first, ...(trace?.split('\n') ?? [])].map(harmless).join('\n')}\n`
}

const { warn: WARN = 40 } = pino.levels.values

/** The local time. */
const clock = (time: Date) =>
  [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/**
 * The lines for somebody who has just started the service. `link` makes the first administrator, so nobody has used the service
 * yet.
 */
export function welcome(
  { baseUrl, issuers, metrics }: Pick<Config, 'baseUrl' | 'issuers' | 'metrics'>,
  link: string | undefined,
): string {
  const begin =
    link === undefined
      ? []
      : [
          ['Begin', link],
          ['', 'This link makes the first administrator: once, and within an hour.'],
          ['A demo', 'npx scorebook demo (people and matches to look at, in an empty database)'],
        ]
  const tokens =
    issuers.length === 0
      ? ['Sign in', 'npx scorebook login (on the command line)']
      : ['Tokens', `of ${issuers.map(({ issuer }) => issuer).join(', ')}`]
  const rows = [
    ...begin,
    ['Reference', `${baseUrl}/docs`],
    tokens,
    ['Health', `${baseUrl}/readyz`],
    ...(metrics ? [['Metrics', `http://${metrics.host}:${metrics.port}/metrics`]] : []),
  ]
  return [
    `Scorebook answers at ${baseUrl}`,
    ...rows.map(([what = '', where = '']) => `  ${what.padEnd(9)}  ${where}`),
  ].join('\n')
}
