/** The service's log. For programs its lines are JSON, on a terminal they are plain text. */
import { type Logger, pino } from 'pino'
import type { Config } from '../../config.ts'
import { harmless } from '../harmless.ts'
import { qrLines } from './addresses.ts'

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

/** On a terminal, the level `info` leaves out successful reads, so that changes and errors are easier to see. */
export function loggerOf({ logLevel: level }: Pick<Config, 'logLevel'>, stdout: Terminal): Logger {
  if (!stdout.isTTY) return pino({ level }, inBlocks())
  const write = (line: string) => {
    const entry = JSON.parse(line) as Entry
    if (logger.level !== 'info' || !isGoodRead(entry)) stdout.write(plainLine(entry))
  }
  const logger = pino({ level }, { write })
  return logger
}

/**
 * Lines are written in blocks: one write for each line took 5 % of a read's CPU. A line is late by 50 ms at most, and when the
 * process ends, the lines that wait are written. Writes are synchronous, because at the end nothing can wait for a write that is
 * still under way, and later lines would come before it.
 */
function inBlocks() {
  const lines = pino.destination({ sync: true, minLength: 4096, periodicFlush: 50 })
  // `flushSync` would try for ever if nobody reads the lines any more.
  process.once('exit', () => {
    lines.flush()
  })
  return lines
}

/**
 * The first SIGUSR2 turns the level `debug` on, the second one the configured level, and so on. So a fault can be looked into
 * without a new start. `tell` passes the level on to the workers. Returns a function that ends this.
 */
export function followSignal(
  logger: Logger,
  tell: (level: string) => void,
  signal: NodeJS.Signals = 'SIGUSR2',
): () => void {
  const { level: configured } = logger
  const other = configured === 'debug' ? 'info' : 'debug'
  const turn = () => {
    const level = logger.level === configured ? other : configured
    // At the more silent of both levels the line would not be written.
    if (level === configured) logger.info({ to: level }, SET)
    logger.level = level
    if (level !== configured) logger.info({ to: level }, SET)
    tell(level)
  }
  if (process.platform === 'win32') return () => {} // it has no such signal
  process.on(signal, turn)
  return () => process.off(signal, turn)
}

const SET = 'a signal has set the level of the log'

type Entry = Record<string, unknown> & { level: number; time: number }

const isGoodRead = ({ msg, method, status }: Entry) =>
  msg === 'answered' && (method === 'GET' || method === 'HEAD') && typeof status === 'number' && status < 400

const SHOWN = new Set(['level', 'time', 'pid', 'hostname', 'reqId', 'msg', 'err'])

/** Writes a line such as `18:30:01 info  answered  method=GET status=500 reqId=…`. An error's stack trace comes after it. */
export function plainLine(entry: Entry): string {
  const level = pino.levels.labels[entry.level] ?? ''
  const isFault = entry.level >= WARN || Number(entry['status']) >= 500
  const facts = Object.entries(entry)
    .filter(([name]) => !SHOWN.has(name) || (name === 'reqId' && isFault)) // people report a fault by this id
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const { msg = '', err } = entry
  const first = `${clock(new Date(entry.time))} ${level.padEnd(5)} ${String(msg)}${facts.length > 0 ? ` ${facts.join('')}` : ''}`
  const trace = (err as { stack?: string } | undefined)?.stack
  return `${[first, ...(trace?.split('\n') ?? [])].map(harmless).join('\n')}\n`
}

const { warn: WARN = 40 } = pino.levels.values

const clock = (time: Date) =>
  [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

const begin = (link: string | undefined) =>
  link === undefined
    ? []
    : [
        ['Begin', link],
        ['', 'This link makes the first administrator: once, and within an hour.'],
        ['A demo', 'npx scorebook demo (people and matches to look at, in an empty database)'],
      ]

export const metricsAt = ({ host, port }: { host: string; port: number }): string =>
  `http://${host}:${port}/metrics`

/** The first lines for somebody who has just started the service. `link` is set if the service has no administrator yet. */
export function welcome(
  { baseUrl, issuers, metrics }: Pick<Config, 'baseUrl' | 'issuers' | 'metrics'>,
  link: string | undefined,
  reached: readonly string[] = [],
): string {
  const tokens =
    issuers.length === 0
      ? ['Sign in', 'npx scorebook login (on the command line)']
      : ['Tokens', `of ${issuers.map(({ issuer }) => issuer).join(', ')}`]
  const [first, ...others] = reached
  const here = first === undefined || link === undefined ? link : link.replace(baseUrl, first)
  const rows = [
    ...begin(here),
    ...(first === undefined ? [] : [['Phones', [first, ...others].join(', ')]]),
    ['Reference', `${baseUrl}/docs`],
    tokens,
    ['Health', `${baseUrl}/readyz`],
    ...(metrics ? [['Metrics', metricsAt(metrics)]] : []),
  ]
  return [
    `Scorebook answers at ${baseUrl}`,
    ...rows.map(([what = '', where = '']) => `  ${what.padEnd(9)}  ${where}`),
    ...(first === undefined ? [] : ['', ...qrLines(first).map((line) => `  ${line}`)]),
  ].join('\n')
}
