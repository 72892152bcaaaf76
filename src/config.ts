/** The settings, read from the environment and a `.env` file, checked at once; nothing else reads the environment. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import * as z from 'zod'
import { CATALOG_SETTINGS, type CatalogConfig, catalogConfigIn } from './pipeline/configuration.ts'
import { fieldPath } from './http/validate.ts'
import { isSafe } from './identity/fetch-json.ts'
import type { OutsideIssuer } from './identity/outside-issuers.ts'
import { isRole, scopesOfRole } from './identity/roles.ts'

export interface Config {
  host: string
  port: number
  /** Where clients reach the service, without a slash at the end. */
  baseUrl: string
  errorTypeBase: string
  /** The folder of the embedded PostgreSQL. */
  dataDir: string
  /** A PostgreSQL to use instead of the embedded one. */
  databaseUrl: string | undefined
  /** Empty: the service issues its own tokens. */
  issuers: OutsideIssuer[]
  corsOrigins: string[]
  logLevel: (typeof LOG_LEVELS)[number]
  /** The game-catalog pipeline. */
  catalog: CatalogConfig
}

/** Says everything that is wrong with the settings, a line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Each setting with its default as people read it, and what it does: the help of the command line. */
export const SETTINGS = {
  SCOREBOOK_HOST: ['127.0.0.1', 'The address to listen on'],
  SCOREBOOK_PORT: ['8080', 'The port to listen on'],
  SCOREBOOK_BASE_URL: ['http://HOST:PORT', 'Where clients reach the service'],
  SCOREBOOK_DATA_DIR: ['./data', 'The folder of the embedded PostgreSQL'],
  SCOREBOOK_DATABASE_URL: ['none', 'A PostgreSQL 18 to use instead of the embedded one'],
  SCOREBOOK_AUTH_ISSUERS: [
    'none',
    'Issuers of access tokens, as JSON; without them the service issues its own',
  ],
  SCOREBOOK_CORS_ORIGINS: ['none', 'Web origins whose scripts may call, comma-separated, or *'],
  SCOREBOOK_ERROR_TYPE_BASE: ['BASE_URL/problems', 'What the URIs of error types begin with'],
  SCOREBOOK_LOG_LEVEL: ['info', LOG_LEVELS.join(', ')],
  ...CATALOG_SETTINGS,
} as const

type Setting = keyof typeof SETTINGS

/** Throws `ConfigError`. A setting in `env` wins over the same one in the `.env` file of `cwd`. */
export function readConfig(env: NodeJS.ProcessEnv, cwd: string): Config {
  const given = { ...dotEnv(cwd), ...env }
  const problems = unknownSettings(given)
  const read = <T>(setting: Setting, parse: (text: string) => T | Fault, otherwise: T): T => {
    const text = given[setting]
    if (text === undefined || text === '') return otherwise
    const value = parse(text)
    if (!(value instanceof Fault)) return value
    problems.push(`${setting} ${value.message}`)
    return otherwise
  }
  const host = read('SCOREBOOK_HOST', (text) => text, '127.0.0.1')
  const port = read('SCOREBOOK_PORT', portIn, 8080)
  const baseUrl = read(
    'SCOREBOOK_BASE_URL',
    urlIn,
    `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
  )
  const config: Config = {
    host,
    port,
    baseUrl,
    errorTypeBase: read('SCOREBOOK_ERROR_TYPE_BASE', urlIn, `${baseUrl}/problems`),
    dataDir: resolve(
      cwd,
      read('SCOREBOOK_DATA_DIR', (text) => text, 'data'),
    ),
    databaseUrl: read('SCOREBOOK_DATABASE_URL', databaseUrlIn, undefined),
    issuers: read('SCOREBOOK_AUTH_ISSUERS', (text) => issuersIn(text, cwd), []),
    corsOrigins: read('SCOREBOOK_CORS_ORIGINS', originsIn, []),
    logLevel: read('SCOREBOOK_LOG_LEVEL', logLevelIn, 'info'),
    catalog: catalogConfigIn({
      text: (setting) => given[setting] || undefined,
      fault: (setting, message) => problems.push(`${setting} ${message}`),
    }),
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

/** The rest of a sentence that begins with the setting. */
class Fault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

function dotEnv(cwd: string): NodeJS.ProcessEnv {
  try {
    return parseEnv(readFileSync(resolve(cwd, '.env'), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`.env must be a file of lines NAME=value; it cannot be read: ${reason}.`, {
      cause: error,
    })
  }
}

/** A misspelt setting that was passed over would leave its default in force. Tests have settings of their own. */
function unknownSettings(given: NodeJS.ProcessEnv): string[] {
  return Object.keys(given)
    .filter(
      (name) =>
        name.startsWith('SCOREBOOK_') &&
        !name.startsWith('SCOREBOOK_TEST_') &&
        !Object.hasOwn(SETTINGS, name),
    )
    .map(
      (name) =>
        `${name} is not a setting; ${nearest(name)} may be meant. \`scorebook --help\` lists them all.`,
    )
}

function nearest(name: string): string {
  const likeness = (setting: string) => {
    const letters = [...setting]
    return (
      letters.filter((letter, index) => letter === name[index]).length +
      letters.filter((letter) => name.includes(letter)).length / 100
    )
  }
  return Object.keys(SETTINGS).reduce((best, setting) =>
    likeness(setting) > likeness(best) ? setting : best,
  )
}

function portIn(text: string): number | Fault {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return port >= 1 && port <= 65_535 ? port : new Fault(`must be a port from 1 to 65535, not '${text}'.`)
}

function urlIn(text: string): string | Fault {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')
    return text.replace(/\/+$/, '')
  return new Fault(
    `must be an http or https URL without query, such as https://scorebook.example.org, not '${text}'.`,
  )
}

/** The value may hold a password, so it isn't shown. */
function databaseUrlIn(text: string): string | Fault {
  const url = URL.parse(text)
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return text
  return new Fault('must be like postgresql://user:password@host:5432/database.')
}

function originsIn(text: string): string[] | Fault {
  const origins = text.split(',').map((origin) => origin.trim())
  const wrong = origins.find((origin) => origin !== '*' && URL.parse(origin)?.origin !== origin)
  return wrong === undefined
    ? origins
    : new Fault(`must be origins such as https://app.example.org, or *, not '${wrong}'.`)
}

function logLevelIn(text: string): (typeof LOG_LEVELS)[number] | Fault {
  return (
    LOG_LEVELS.find((level) => level === text) ??
    new Fault(`must be one of ${LOG_LEVELS.join(', ')}, not '${text}'.`)
  )
}

const safeUrl = () =>
  z
    .string()
    .refine(
      (text) => isSafe(URL.parse(text) ?? new URL('invalid:')),
      'must be an https URL, or http on this machine',
    )

const filled = () => z.string().min(1, 'must not be empty')

/** What stands in SCOREBOOK_AUTH_ISSUERS, with what the help says of it. */
const ISSUER = {
  issuer: safeUrl().describe('The URL that tokens name as `iss`, letter by letter'),
  audience: filled().describe('What tokens name as `aud`'),
  jwksUri: safeUrl().optional().describe('Where its keys are; by default, where its discovery document says'),
  jwksFile: filled().optional().describe('A file with its keys instead, a JWKS; read at the start'),
  rolesClaim: filled()
    .default('roles')
    .describe('Which claim names the roles, by default roles; a.b is the claim b within a'),
  roles: z
    .record(z.string(), z.string().refine(isRole, `must be one of ${Object.keys(scopesOfRole).join(', ')}`))
    .optional()
    .describe('What its roles are here, such as {"staff": "catalog-editor"}; by default those of our names'),
}

export const ISSUERS_HELP = `SCOREBOOK_AUTH_ISSUERS is a JSON list of objects; issuer and audience are required
${Object.entries(ISSUER)
  .map(([name, { description }]) => `  ${name.padEnd(10)}  ${description}`)
  .join('\n')}`

const Issuers = z
  .array(
    z
      .strictObject(ISSUER)
      .refine(
        ({ jwksUri, jwksFile }) => jwksUri === undefined || jwksFile === undefined,
        'has jwksUri and jwksFile, of which one at most can hold its keys',
      ),
  )
  .min(1, 'must name one issuer at least')
  .refine(
    (issuers) => new Set(issuers.map(({ issuer }) => issuer)).size === issuers.length,
    'names an issuer twice',
  )

function issuersIn(text: string, cwd: string): OutsideIssuer[] | Fault {
  const example = '[{"issuer": "https://id.example.org", "audience": "scorebook"}]'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return new Fault(`must be JSON like ${example}.`)
  }
  const issuers = Issuers.safeParse(value)
  if (!issuers.success) {
    const wrong = issuers.error.issues.map((issue) => `${fieldPath(issue.path, 'it')} ${faultOf(issue)}`)
    return new Fault(`must be like ${example}: ${wrong.join('; ')}.`)
  }
  return issuers.data.map((given) => ({
    issuer: given.issuer,
    audience: given.audience,
    jwksUri: given.jwksUri,
    jwksFile: given.jwksFile === undefined ? undefined : resolve(cwd, given.jwksFile),
    rolesClaim: given.rolesClaim,
    roles: given.roles && new Map(Object.entries(given.roles)),
  }))
}

/** The rest of a sentence that begins with the place; messages that aren't of ours don't speak to people. */
function faultOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has ${issue.keys.join(', ')}, which no issuer has`
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${{ array: 'a list', string: 'a text' }[issue.expected as string] ?? 'an object'}`
    default:
      return issue.message
  }
}
