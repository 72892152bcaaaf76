/** The configuration of the process. It is read from the environment and a `.env` file, and checked at once. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type Texts, type Values, valuesIn } from './config/settings.ts'
import { isThisMachine } from './http/outgoing.ts'
import type { OutsideIssuer } from './identity/outside-issuers.ts'
import type { MailSettings } from './notifications/mail/settings.ts'
import type { OutsideSettings } from './pipeline/outside/connect.ts'
import { type PushSettings, contactOf } from './notifications/push/settings.ts'
import type { PipelineSettings } from './pipeline/worker.ts'
import { type TraceSettings, traceSettingsIn } from './traces/settings.ts'

export interface Config {
  host: string
  port: number
  /** How many processes answer requests. With 1, only this process does. */
  processes: number
  /** In seconds. After SIGTERM, `/readyz` answers "not ready" for this time, while the service still takes connections. */
  stopDelay: number
  /** The base URL, without a slash at its end. */
  baseUrl: string
  errorTypeBase: string
  issuer: string
  /** The keys that sign tokens are replaced after this number of days. */
  keyDays: number
  dataDir: string
  /** The memory of the embedded PostgreSQL, in MB. The defaults depend on the machine's memory. */
  memory: { sharedBuffers?: number; workMem?: number; maxWalSize?: number }
  /** Undefined if there is no collector for spans. */
  traces: TraceSettings | undefined
  /** The address at which metrics can be read without a token. Undefined if every reader needs a token. */
  metrics: { host: string; port: number } | undefined
  backup: {
    /** True if the service makes a backup every day, and before migrations. */
    enabled: boolean
    folder: string
    hour: number
    /** True if the log is archived, so that the database can be restored to any point in time. */
    keepLog: boolean
  }
  databaseUrl: string | undefined
  /** Outside issuers. If there are none, the service issues its own tokens. */
  issuers: OutsideIssuer[]
  corsOrigins: string[]
  web: boolean
  /** If true, people on other machines can sign in over plain http. */
  plainSignIn: boolean
  /** Whether everybody can make an account, or only people with a link. */
  signUp: Values['SCOREBOOK_SIGN_UP']
  /** The account that is made at the start if there is no administrator. Its password is in a file. */
  firstAdministrator: { name: string; passwordFile: string } | undefined
  /** The proxies that are trusted to send X-Forwarded-For. */
  trustedProxies: string[]
  /** Undefined if no mail is sent. */
  mail: MailSettings | undefined
  /** Undefined if no push messages are sent. */
  push: PushSettings | undefined
  /** The ports of this machine to which webhooks can be sent, even by http. Outside of tests there are none. */
  webhookLoopbackPorts: number[]
  /** How many days the audit stores an event. */
  auditDays: number
  /** The token for `scorebook api`, in place of the one from `scorebook login`. */
  token: string | undefined
  logLevel: Values['SCOREBOOK_LOG_LEVEL']
  pipeline: {
    /** True if this instance runs the workers. The operations of the pipeline exist even without them. */
    enabled: boolean
    outside: OutsideSettings
    settings: PipelineSettings
  }
}

/** The settings are wrong. The message has one line for each fault. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the configuration. Settings in `env` come before those in the `.env` file of `cwd`. Throws `ConfigError`. */
export function readConfig(env: NodeJS.ProcessEnv, cwd: string): Config {
  const texts = textsIn(env, cwd)
  const { values, faults } = valuesIn(texts)
  const { settings: traces, faults: faultsOfTraces } = traceSettingsIn(texts)
  if (faults.length + faultsOfTraces.length > 0)
    throw new ConfigError([...faults, ...faultsOfTraces].join('\n'))
  const { SCOREBOOK_HOST: host, SCOREBOOK_PORT: port } = values
  if (values.SCOREBOOK_METRICS_PORT === port && overlap(host, values.SCOREBOOK_METRICS_HOST))
    throw new ConfigError(`SCOREBOOK_METRICS_PORT must be another port than the service's port ${port}.`)
  const baseUrl = values.SCOREBOOK_BASE_URL ?? `http://${nameOf(host)}:${port}`
  return {
    host,
    port,
    processes: values.SCOREBOOK_PROCESSES,
    stopDelay: values.SCOREBOOK_STOP_DELAY,
    baseUrl,
    errorTypeBase: values.SCOREBOOK_ERROR_TYPE_BASE ?? `${baseUrl}/problems`,
    issuer: values.SCOREBOOK_ISSUER ?? baseUrl,
    keyDays: values.SCOREBOOK_KEY_DAYS,
    dataDir: resolve(cwd, values.SCOREBOOK_DATA_DIR),
    memory: {
      ...optional('sharedBuffers', values.SCOREBOOK_POSTGRES_SHARED_BUFFERS),
      ...optional('workMem', values.SCOREBOOK_POSTGRES_WORK_MEM),
      ...optional('maxWalSize', values.SCOREBOOK_POSTGRES_MAX_WAL_SIZE),
    },
    traces,
    metrics:
      values.SCOREBOOK_METRICS_PORT === undefined
        ? undefined
        : { host: values.SCOREBOOK_METRICS_HOST, port: values.SCOREBOOK_METRICS_PORT },
    backup: {
      enabled: values.SCOREBOOK_BACKUP === 'on',
      folder: resolve(cwd, values.SCOREBOOK_BACKUP_DIR ?? `${values.SCOREBOOK_DATA_DIR}/backups`),
      hour: values.SCOREBOOK_BACKUP_HOUR,
      keepLog: values.SCOREBOOK_BACKUP_LOG === 'on',
    },
    databaseUrl: databaseUrlOf(values, cwd),
    issuers: issuersOf(values, cwd),
    corsOrigins: values.SCOREBOOK_CORS_ORIGINS ?? [],
    web: values.SCOREBOOK_WEB === 'on',
    plainSignIn: values.SCOREBOOK_PLAIN_SIGN_IN === 'on',
    signUp: values.SCOREBOOK_SIGN_UP,
    firstAdministrator: firstAdministratorOf(values, cwd),
    trustedProxies: values.SCOREBOOK_TRUSTED_PROXIES ?? [],
    mail: mailOf(values),
    push: pushOf(values, baseUrl),
    webhookLoopbackPorts: values.SCOREBOOK_WEBHOOK_LOOPBACK_PORTS ?? [],
    auditDays: values.SCOREBOOK_AUDIT_DAYS,
    token: values.SCOREBOOK_TOKEN,
    logLevel: values.SCOREBOOK_LOG_LEVEL,
    pipeline: {
      enabled: values.SCOREBOOK_PIPELINE === 'on',
      outside: {
        ...optional('catalogue', catalogueOf(values)),
        ...optional('rulebooks', rulebooksOf(values)),
        ...optional('model', modelOf(values)),
      },
      settings: {
        source: values.SCOREBOOK_CATALOG_SOURCE,
        cataloguePause: 1000 * values.SCOREBOOK_CATALOG_PAUSE,
        dailyCalls: values.SCOREBOOK_MODEL_DAILY_CALLS,
        dailyTokens: values.SCOREBOOK_MODEL_DAILY_TOKENS,
        textDays: values.SCOREBOOK_PIPELINE_TEXT_DAYS,
      },
    },
  }
}

export const textsIn = (env: NodeJS.ProcessEnv, cwd: string): Texts => ({ ...dotEnv(cwd), ...env })

/** Where a setting is from. An empty text counts as unset. */
export function originIn(
  env: NodeJS.ProcessEnv,
  cwd: string,
): (name: string) => 'environment' | '.env' | 'default' {
  const file = dotEnv(cwd)
  return (name) =>
    env[name] !== undefined ? (env[name] ? 'environment' : 'default') : file[name] ? '.env' : 'default'
}

const overlap = (one: string, other: string) =>
  one === other || [one, other].some((host) => host === '0.0.0.0' || host === '::')

/** The name of a host in URLs. This machine is called localhost, because browsers make passkeys only for names. */
function nameOf(host: string): string {
  if (host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
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

/** The URL of the database. Its password can be in a file, as container platforms and service managers keep it. */
function databaseUrlOf(values: Values, cwd: string): string | undefined {
  const { SCOREBOOK_DATABASE_URL: url, SCOREBOOK_DATABASE_PASSWORD_FILE: file } = values
  if (url === undefined || file === undefined) return url
  const [, start = '', user = '', rest] = /^(\w+:\/\/)([^/?#@]*)(@.*)$/s.exec(url) ?? []
  if (rest === undefined || !/^[^:]+$/.test(user))
    throw new ConfigError(
      'SCOREBOOK_DATABASE_URL must name a user and no password when SCOREBOOK_DATABASE_PASSWORD_FILE is set, such as postgresql://user@host:5432/database.',
    )
  const password = textOfFile('SCOREBOOK_DATABASE_PASSWORD_FILE', resolve(cwd, file)).replace(/\r?\n$/, '')
  if (password === '')
    throw new ConfigError(
      `SCOREBOOK_DATABASE_PASSWORD_FILE must name a file with a password; ${file} is empty.`,
    )
  return `${start}${user}:${encodeURIComponent(password)}${rest}`
}

function textOfFile(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${setting} must name a file that can be read: ${reason}.`, { cause: error })
  }
}

const issuersOf = ({ SCOREBOOK_AUTH_ISSUERS: given = [] }: Values, cwd: string): OutsideIssuer[] =>
  given.map(({ issuer, audience, jwksUri, jwksFile, rolesClaim, roles, clientId, clientSecret, scope }) => ({
    issuer,
    audience,
    jwksUri,
    jwksFile: jwksFile === undefined ? undefined : resolve(cwd, jwksFile),
    rolesClaim,
    roles: roles && new Map(Object.entries(roles)),
    ...optional('client', clientId === undefined ? undefined : clientOf(clientId, clientSecret, scope)),
  }))

function firstAdministratorOf(values: Values, cwd: string): Config['firstAdministrator'] {
  const { SCOREBOOK_ADMIN_NAME: name, SCOREBOOK_ADMIN_PASSWORD_FILE: file } = values
  return name === undefined || file === undefined ? undefined : { name, passwordFile: resolve(cwd, file) }
}

/** The settings for mail. Mails lead to pages of the app, so there is no mail without the app. */
function mailOf(values: Values): MailSettings | undefined {
  const { SCOREBOOK_SMTP_URL: server, SCOREBOOK_MAIL_FROM: from } = values
  if (server === undefined || from === undefined) return undefined
  if (values.SCOREBOOK_WEB === 'off')
    throw new ConfigError(
      'SCOREBOOK_SMTP_URL needs the web app, because mails lead to its pages; set SCOREBOOK_WEB=on.',
    )
  return { ...server, from }
}

/** The settings for push messages. Browsers register for these only on https and on this machine. */
function pushOf(
  { SCOREBOOK_PUSH: push, SCOREBOOK_WEB: web, SCOREBOOK_MAIL_FROM: from }: Values,
  baseUrl: string,
): PushSettings | undefined {
  const { protocol, hostname } = new URL(baseUrl)
  const isPossible = web === 'on' && (protocol === 'https:' || isThisMachine(hostname))
  return push === 'on' && isPossible ? { contact: contactOf(baseUrl, from) } : undefined
}

const clientOf = (id: string, secret: string | undefined, scope = 'openid profile') => ({ id, secret, scope })

function catalogueOf(values: Values): OutsideSettings['catalogue'] {
  const { SCOREBOOK_CATALOG_URL: baseUrl, SCOREBOOK_CATALOG_TOKEN: token } = values
  return baseUrl === undefined || token === undefined ? undefined : { baseUrl, token }
}

function rulebooksOf(values: Values): OutsideSettings['rulebooks'] {
  const { SCOREBOOK_SEARCH_SERVICE: service, SCOREBOOK_SEARCH_PUBLISHERS: publishers = [] } = values
  if (service === undefined && publishers.length === 0) return undefined
  return {
    publishers,
    loopbackPorts: values.SCOREBOOK_SEARCH_LOOPBACK_PORTS ?? [],
    userAgent: values.SCOREBOOK_SEARCH_USER_AGENT,
    ...optional('search', searchOf(values)),
  }
}

function searchOf(values: Values): NonNullable<OutsideSettings['rulebooks']>['search'] {
  const {
    SCOREBOOK_SEARCH_SERVICE: service,
    SCOREBOOK_SEARCH_URL: baseUrl,
    SCOREBOOK_SEARCH_KEY: apiKey,
  } = values
  if (service === 'searxng' && baseUrl !== undefined) return { service, baseUrl }
  if (service === 'brave' && apiKey !== undefined) return { service, apiKey, ...optional('baseUrl', baseUrl) }
  return undefined
}

function modelOf(values: Values): OutsideSettings['model'] {
  const {
    SCOREBOOK_MODEL_PROTOCOL: protocol,
    SCOREBOOK_MODEL_URL: baseUrl,
    SCOREBOOK_MODEL_NAME: model,
  } = values
  if (protocol === undefined || baseUrl === undefined || model === undefined) return undefined
  return { protocol, baseUrl, model, ...optional('apiKey', values.SCOREBOOK_MODEL_KEY) }
}

/** Returns `{ key: value }`, or an empty object if there is no value. */
const optional = <K extends string, V>(key: K, value: V | undefined): { [N in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [N in K]?: V })
