/** Every setting with its parser, its default and its help. */
import { createRequire } from 'node:module'
import { USER_AGENT } from '../pipeline/outside/user-agent.ts'
import { meant } from '../http/nearest.ts'
import {
  Fault,
  databaseUrl,
  hour,
  listOf,
  mailServer,
  matching,
  megabytesFrom,
  network,
  oneOf,
  origin,
  port,
  processes,
  sender,
  text,
  url,
  wholeFrom,
} from './parse.ts'
import { type Setting, setting } from './setting.ts'

/** zod is loaded only if this setting is set, because that takes a fifth of the time of `scorebook api`. */
const issuers = (given: string) =>
  (createRequire(import.meta.url)('./issuers.ts') as typeof import('./issuers.ts')).issuers(given)

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const SETTINGS = {
  SCOREBOOK_HOST: setting('The address to listen on; 0.0.0.0 listens on every network of the machine', text, {
    default: '127.0.0.1',
  }),
  SCOREBOOK_PORT: setting('The port to listen on', port, { default: '8080' }),
  SCOREBOOK_PROCESSES: setting(
    'How many processes answer requests: 1 to 10, or auto (one for each core)',
    processes,
    {
      default: '1',
    },
  ),
  SCOREBOOK_STOP_DELAY: setting(
    'Seconds after SIGTERM in which the service still takes connections but /readyz answers 503, so that proxies stop using it',
    wholeFrom(0),
    { default: '0' },
  ),
  SCOREBOOK_METRICS_PORT: setting('A separate port that shows /metrics without a token', port),
  SCOREBOOK_METRICS_HOST: setting('The address that the port for metrics listens on', text, {
    default: '127.0.0.1',
  }),
  SCOREBOOK_BASE_URL: setting(
    'The URL at which clients reach the service, the same on every instance; 127.0.0.1 becomes localhost, because browsers make passkeys only for names',
    url,
    { follows: 'http://HOST:PORT' },
  ),
  SCOREBOOK_ISSUER: setting(
    "The name of the issuer in the service's own tokens, the same on every instance",
    url,
    {
      follows: 'BASE_URL',
    },
  ),
  SCOREBOOK_KEY_DAYS: setting('Days after which the keys that sign tokens are replaced', wholeFrom(1), {
    default: '90',
  }),
  SCOREBOOK_DATA_DIR: setting('The folder of the embedded PostgreSQL', text, { default: './data' }),
  SCOREBOOK_POSTGRES_SHARED_BUFFERS: setting(
    'The memory that the embedded PostgreSQL shares among connections (shared_buffers), such as 512MB or 2GB',
    megabytesFrom(1),
    { follows: 'a quarter of the memory, 32MB to 2GB' },
  ),
  SCOREBOOK_POSTGRES_WORK_MEM: setting(
    'The memory of the embedded PostgreSQL for each sort (work_mem)',
    megabytesFrom(1),
    {
      follows: 'a thousandth of the memory, 4MB to 32MB',
    },
  ),
  SCOREBOOK_POSTGRES_MAX_WAL_SIZE: setting(
    'How large the log of the embedded PostgreSQL can get between two checkpoints (max_wal_size)',
    megabytesFrom(32),
    { follows: 'a quarter of the memory, 256MB to 4GB' },
  ),
  SCOREBOOK_BACKUP: setting(
    'on or off: whether the embedded PostgreSQL is backed up each day and before migrations',
    oneOf('on', 'off'),
    { default: 'on' },
  ),
  SCOREBOOK_BACKUP_DIR: setting('The folder of the backups, best on another disk', text, {
    follows: 'DATA_DIR/backups',
  }),
  SCOREBOOK_BACKUP_HOUR: setting('The hour of the day (UTC) after which the daily backup is made', hour, {
    default: '3',
  }),
  SCOREBOOK_BACKUP_LOG: setting(
    'on or off: whether the log of changes is stored with the backups, so that any moment of the last 7 days can be restored',
    oneOf('on', 'off'),
    { default: 'off' },
  ),
  SCOREBOOK_DATABASE_URL: setting(
    'A PostgreSQL 18 to use instead of the embedded one, or several hosts, comma-separated: a primary and its standbys',
    databaseUrl,
  ),
  SCOREBOOK_DATABASE_PASSWORD_FILE: setting(
    'A file with the password for SCOREBOOK_DATABASE_URL; then the URL has no password',
    text,
  ),
  SCOREBOOK_AUTH_ISSUERS: setting(
    'Outside issuers of access tokens, as JSON; without them the service issues its own tokens',
    issuers,
  ),
  SCOREBOOK_WEB: setting('on or off: whether the service has its web app', oneOf('on', 'off'), {
    default: 'on',
  }),
  SCOREBOOK_PLAIN_SIGN_IN: setting(
    'on or off: whether people on other machines can sign in over plain http, where others on the network can read their sessions',
    oneOf('on', 'off'),
    { default: 'off' },
  ),
  SCOREBOOK_SIGN_UP: setting(
    'open: everybody can make an account; players: people with an invitation from a player or an administrator; invitation: only people with an invitation from an administrator',
    oneOf('open', 'players', 'invitation'),
    { default: 'invitation' },
  ),
  SCOREBOOK_ADMIN_NAME: setting(
    'The name of an administrator that the service makes when it starts and has none; without it, the service prints a link',
    text,
  ),
  SCOREBOOK_ADMIN_PASSWORD_FILE: setting('The file with the password of the first administrator', text),
  SCOREBOOK_TRUSTED_PROXIES: setting(
    'Addresses or networks of proxies, comma-separated, such as 127.0.0.1, 10.0.0.0/8; only their X-Forwarded-For is trusted',
    listOf(network),
  ),
  SCOREBOOK_SMTP_URL: setting(
    'The mail server, such as smtp://user:password@mail.example:587 (STARTTLS) or smtps://…:465; without it no mail is sent',
    mailServer,
  ),
  SCOREBOOK_MAIL_FROM: setting('The sender of mails, such as Scorebook <scorebook@example.org>', sender),
  SCOREBOOK_PUSH: setting(
    'on or off: whether browsers can get push messages; they are sent to the push services of the browsers, such as those of Google, Mozilla and Apple',
    oneOf('on', 'off'),
    { default: 'on' },
  ),
  SCOREBOOK_WEBHOOK_LOOPBACK_PORTS: setting('For tests: ports here that webhooks can call', listOf(port)),
  SCOREBOOK_AUDIT_DAYS: setting('How many days the audit stores an event', wholeFrom(1), {
    default: '365',
  }),
  SCOREBOOK_CORS_ORIGINS: setting(
    'Web origins whose scripts are allowed to call the API, comma-separated, or *',
    listOf(origin),
  ),
  SCOREBOOK_ERROR_TYPE_BASE: setting('The start of the URI of every error type', url, {
    follows: 'BASE_URL/problems',
  }),
  SCOREBOOK_TOKEN: setting(
    'An access token that `scorebook api` sends in place of the one from `scorebook login`',
    text,
  ),
  SCOREBOOK_LOG_LEVEL: setting(
    `The lowest level that the log shows: ${LOG_LEVELS.join(', ')}`,
    oneOf(...LOG_LEVELS),
    {
      default: 'info',
    },
  ),
  SCOREBOOK_PIPELINE: setting(
    'on or off: whether this instance works in the game-catalog pipeline',
    oneOf('on', 'off'),
    { default: 'on' },
  ),
  SCOREBOOK_PIPELINE_TEXT_DAYS: setting(
    'How many days the text of a rulebook is stored until it is interpreted',
    wholeFrom(1),
    {
      default: '30',
    },
  ),
  SCOREBOOK_CATALOG_URL: setting(
    'The URL of the external catalogue, such as https://boardgamegeek.com; without it nothing is fetched',
    url,
  ),
  SCOREBOOK_CATALOG_TOKEN: setting('The token for the catalogue', text),
  SCOREBOOK_CATALOG_SOURCE: setting(
    'The first word in the source references of published games',
    matching(/^[a-z]{1,40}$/, 'up to 40 small letters'),
    { default: 'catalog' },
  ),
  SCOREBOOK_CATALOG_PAUSE: setting(
    'Seconds between two calls of the catalogue, by all instances together',
    wholeFrom(0),
    { default: '5' },
  ),
  SCOREBOOK_SEARCH_SERVICE: setting(
    'searxng, brave, or manual: without a search service, only rulebooks that reviewers name or publishers list are fetched',
    oneOf('searxng', 'brave', 'manual'),
  ),
  SCOREBOOK_SEARCH_URL: setting('The URL of the search service, required for searxng', url),
  SCOREBOOK_SEARCH_KEY: setting('The key of the search service, required for brave', text),
  SCOREBOOK_SEARCH_PUBLISHERS: setting(
    'Domains of publishers, where we search for rulebooks, comma-separated',
    listOf(matching(/^[^\s/]+\.[^\s/]+$|^https?:\/\//, 'domains such as publisher.example, or origins')),
  ),
  SCOREBOOK_SEARCH_USER_AGENT: setting('The user agent that fetches rulebooks', text, {
    default: USER_AGENT,
  }),
  SCOREBOOK_SEARCH_LOOPBACK_PORTS: setting(
    'For tests: ports of this machine that rulebooks can be fetched from',
    listOf(port),
  ),
  SCOREBOOK_MODEL_PROTOCOL: setting('openai (also Ollama, vLLM) or anthropic', oneOf('openai', 'anthropic')),
  SCOREBOOK_MODEL_URL: setting(
    'The URL of the language model, such as https://api.openai.com/v1; without it nothing is interpreted',
    url,
  ),
  SCOREBOOK_MODEL_NAME: setting('The name of the model at that URL', text),
  SCOREBOOK_MODEL_KEY: setting('The key of the model, if it needs one', text),
  SCOREBOOK_MODEL_DAILY_CALLS: setting(
    'How many calls of the model are allowed in a day (UTC)',
    wholeFrom(1),
  ),
  SCOREBOOK_MODEL_DAILY_TOKENS: setting(
    'How many tokens of the model can be used in a day (UTC)',
    wholeFrom(1),
  ),
}

export type Name = keyof typeof SETTINGS

/** Settings that need other settings: if they have this value, or any value (`undefined`), the others must be set too. */
const NEEDS: readonly [Name, string | undefined, readonly Name[]][] = [
  ['SCOREBOOK_DATABASE_PASSWORD_FILE', undefined, ['SCOREBOOK_DATABASE_URL']],
  ['SCOREBOOK_SMTP_URL', undefined, ['SCOREBOOK_MAIL_FROM']],
  ['SCOREBOOK_MAIL_FROM', undefined, ['SCOREBOOK_SMTP_URL']],
  ['SCOREBOOK_ADMIN_NAME', undefined, ['SCOREBOOK_ADMIN_PASSWORD_FILE']],
  ['SCOREBOOK_ADMIN_PASSWORD_FILE', undefined, ['SCOREBOOK_ADMIN_NAME']],
  ['SCOREBOOK_CATALOG_URL', undefined, ['SCOREBOOK_CATALOG_TOKEN']],
  ['SCOREBOOK_SEARCH_SERVICE', 'searxng', ['SCOREBOOK_SEARCH_URL']],
  ['SCOREBOOK_SEARCH_SERVICE', 'brave', ['SCOREBOOK_SEARCH_KEY']],
  ['SCOREBOOK_MODEL_PROTOCOL', undefined, ['SCOREBOOK_MODEL_URL', 'SCOREBOOK_MODEL_NAME']],
]

type Table = typeof SETTINGS
type ValueOf<S> = S extends Setting<infer T> ? T : never

/** The value of each setting. It is undefined if the setting is not set and has no `default`. */
export type Values = {
  [N in Name]: ValueOf<Table[N]> | (Table[N] extends { default: string } ? never : undefined)
}

export type Texts = Readonly<Record<string, string | undefined>>

/** Reads all settings. An empty text counts as not set. Each fault becomes a sentence in `faults`; nothing is thrown. */
export function valuesIn(texts: Texts): { values: Values; faults: string[] } {
  const faults: string[] = []
  const read = ([name, { parse, default: otherwise }]: [string, Setting<unknown>]) => {
    const given = texts[name] || otherwise
    const value = given === undefined ? undefined : parse(given)
    if (!(value instanceof Fault)) return [name, value]
    faults.push(`${name} ${value.message}`)
    return [name, otherwise === undefined ? undefined : parse(otherwise)]
  }
  const values = Object.fromEntries(Object.entries<Setting<unknown>>(SETTINGS).map(read)) as Values
  return { values, faults: [...unknownIn(texts), ...faults, ...missingIn(texts)] }
}

function missingIn(texts: Texts): string[] {
  return NEEDS.flatMap(([name, value, needed]) => {
    const isSet = value === undefined ? Boolean(texts[name]) : texts[name] === value
    const cause = value === undefined ? name : `${name}=${value}`
    return needed.filter((one) => isSet && !texts[one]).map((one) => `${one} must be set when ${cause} is.`)
  })
}

/**
 * Names that look like settings but are not. A misspelt name must be refused: otherwise the default would be used without a
 * warning. Tests have settings of their own.
 */
function unknownIn(texts: Texts): string[] {
  return Object.keys(texts)
    .filter(isUnknown)
    .map(
      (name) =>
        `${name} is not a setting.${meant(name, Object.keys(SETTINGS))} \`scorebook --help\` lists them all.`,
    )
}

const isUnknown = (name: string) =>
  name.startsWith('SCOREBOOK_') && !name.startsWith('SCOREBOOK_TEST_') && !Object.hasOwn(SETTINGS, name)

export const settingsHelp = (): [string, string][] =>
  Object.entries<Setting<unknown>>(SETTINGS).map(([name, known]) => [
    name,
    `${known.about} (default: ${defaultOf(known)})`,
  ])

export const defaultOf = (known: Pick<Setting<unknown>, 'default' | 'follows'>): string =>
  known.default ?? known.follows ?? 'none'
