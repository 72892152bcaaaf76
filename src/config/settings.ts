/** Every setting: how it is parsed, its default, and its help. Nothing else says any of these. */
import { createRequire } from 'node:module'
import { USER_AGENT } from '../pipeline/outside/user-agent.ts'
import {
  Fault,
  type Parse,
  databaseUrl,
  hour,
  listOf,
  matching,
  megabytesFrom,
  network,
  oneOf,
  origin,
  port,
  processes,
  text,
  url,
  wholeFrom,
} from './parse.ts'

/** Loaded where it is set: it reads with zod, whose loading is a fifth of what `scorebook api` takes. */
const issuers = (given: string) =>
  (createRequire(import.meta.url)('./issuers.ts') as typeof import('./issuers.ts')).issuers(given)

interface Setting<T> {
  about: string
  parse: Parse<T>
  /** Parsed like a given value; without it the setting has no value unless it is set. */
  default?: string
  /** For the help: the default that follows from other settings. */
  follows?: string
}

/** Parses to the type that `T` says; the rest says what to do without a text. */
const setting = <T, const D extends Pick<Setting<T>, 'default' | 'follows'> = object>(
  about: string,
  parse: Parse<T>,
  without?: D,
): Setting<T> & D => ({ about, parse, ...(without as D) })

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const SETTINGS = {
  SCOREBOOK_HOST: setting('The address to listen on', text, { default: '127.0.0.1' }),
  SCOREBOOK_PORT: setting('The port to listen on', port, { default: '8080' }),
  SCOREBOOK_PROCESSES: setting('Processes that answer, 1 to 10, or auto for one for each core', processes, {
    default: '1',
  }),
  SCOREBOOK_STOP_DELAY: setting(
    'Seconds from SIGTERM until no more connections are taken, in which /readyz tells a proxy that looks at it',
    wholeFrom(0),
    { default: '0' },
  ),
  SCOREBOOK_METRICS_PORT: setting('A port that tells metrics to whoever reaches it, without a token', port),
  SCOREBOOK_METRICS_HOST: setting('The address of that port', text, { default: '127.0.0.1' }),
  SCOREBOOK_BASE_URL: setting('Where clients reach the service', url, { follows: 'http://HOST:PORT' }),
  SCOREBOOK_ISSUER: setting(
    'What the tokens of the service name as their issuer, the same on every instance',
    url,
    {
      follows: 'BASE_URL',
    },
  ),
  SCOREBOOK_KEY_DAYS: setting('After how many days the keys that sign tokens are replaced', wholeFrom(1), {
    default: '90',
  }),
  SCOREBOOK_DATA_DIR: setting('The folder of the embedded PostgreSQL', text, { default: './data' }),
  SCOREBOOK_POSTGRES_SHARED_BUFFERS: setting(
    'What the embedded PostgreSQL keeps in memory (shared_buffers), such as 512MB or 2GB',
    megabytesFrom(1),
    { follows: 'a quarter of the memory, 32MB to 2GB' },
  ),
  SCOREBOOK_POSTGRES_WORK_MEM: setting('Its memory for each sort (work_mem)', megabytesFrom(1), {
    follows: 'a thousandth of the memory, 4MB to 32MB',
  }),
  SCOREBOOK_POSTGRES_MAX_WAL_SIZE: setting(
    'The log that it keeps on disk between checkpoints (max_wal_size)',
    megabytesFrom(32),
    { follows: 'a quarter of the memory, 256MB to 4GB' },
  ),
  SCOREBOOK_BACKUP: setting(
    'on or off: whether the embedded PostgreSQL is backed up each day, and before migrations',
    oneOf('on', 'off'),
    { default: 'on' },
  ),
  SCOREBOOK_BACKUP_DIR: setting('The folder of the backups, best on another disk', text, {
    follows: 'DATA_DIR/backups',
  }),
  SCOREBOOK_BACKUP_HOUR: setting('The hour of the day (UTC) from which the daily backup is made', hour, {
    default: '3',
  }),
  SCOREBOOK_BACKUP_LOG: setting(
    'on or off: whether the log of changes is kept beside the backups, to restore any point in time of the last 7 days',
    oneOf('on', 'off'),
    { default: 'off' },
  ),
  SCOREBOOK_DATABASE_URL: setting(
    'A PostgreSQL 18 to use instead of the embedded one; several hosts, comma-separated, are a primary and its standbys',
    databaseUrl,
  ),
  SCOREBOOK_DATABASE_PASSWORD_FILE: setting(
    'The file with the password of that URL, which then has none',
    text,
  ),
  SCOREBOOK_AUTH_ISSUERS: setting(
    'Issuers of access tokens, as JSON; without them the service issues its own',
    issuers,
  ),
  SCOREBOOK_WEB: setting('on or off: whether the service has its web app', oneOf('on', 'off'), {
    default: 'on',
  }),
  SCOREBOOK_PLAIN_SIGN_IN: setting(
    'on or off: whether people sign in over plain http from other machines, where the network can read their session',
    oneOf('on', 'off'),
    { default: 'off' },
  ),
  SCOREBOOK_SIGN_UP: setting(
    'open or invitation: whether everybody may make an account, or who an administrator has invited',
    oneOf('open', 'invitation'),
    { default: 'invitation' },
  ),
  SCOREBOOK_ADMIN_NAME: setting('The first administrator, made at the start while there is none', text),
  SCOREBOOK_ADMIN_PASSWORD_FILE: setting('The file with their password, needed with the name', text),
  SCOREBOOK_TRUSTED_PROXIES: setting(
    'Addresses or networks of proxies whose X-Forwarded-For counts, comma-separated, such as 127.0.0.1, 10.0.0.0/8',
    listOf(network),
  ),
  SCOREBOOK_AUDIT_DAYS: setting('How many days the audit keeps what happened', wholeFrom(1), {
    default: '365',
  }),
  SCOREBOOK_CORS_ORIGINS: setting(
    'Web origins whose scripts may call, comma-separated, or *',
    listOf(origin),
  ),
  SCOREBOOK_ERROR_TYPE_BASE: setting('What the URIs of error types begin with', url, {
    follows: 'BASE_URL/problems',
  }),
  SCOREBOOK_TOKEN: setting(
    'For `scorebook api`: an access token to send in place of that of `scorebook login`',
    text,
  ),
  SCOREBOOK_LOG_LEVEL: setting(LOG_LEVELS.join(', '), oneOf(...LOG_LEVELS), { default: 'info' }),
  SCOREBOOK_PIPELINE: setting(
    'on or off: whether this instance works in the game-catalog pipeline',
    oneOf('on', 'off'),
    { default: 'on' },
  ),
  SCOREBOOK_PIPELINE_TEXT_DAYS: setting('How long texts of rulebooks wait to be interpreted', wholeFrom(1), {
    default: '30',
  }),
  SCOREBOOK_CATALOG_URL: setting('The external catalogue, such as https://boardgamegeek.com', url),
  SCOREBOOK_CATALOG_TOKEN: setting('The token that the catalogue asks for', text),
  SCOREBOOK_CATALOG_SOURCE: setting(
    'What source references begin with',
    matching(/^[a-z]{1,40}$/, 'up to 40 small letters'),
    { default: 'catalog' },
  ),
  SCOREBOOK_CATALOG_PAUSE: setting(
    'Seconds between two calls of the catalogue, over all instances',
    wholeFrom(0),
    { default: '5' },
  ),
  SCOREBOOK_SEARCH_SERVICE: setting(
    'searxng, brave, or manual to fetch only what reviewers and publishers have',
    oneOf('searxng', 'brave', 'manual'),
  ),
  SCOREBOOK_SEARCH_URL: setting('The search service, needed for searxng', url),
  SCOREBOOK_SEARCH_KEY: setting('The key of the search service, needed for brave', text),
  SCOREBOOK_SEARCH_PUBLISHERS: setting(
    'Domains of publishers where rulebooks are looked for, comma-separated',
    listOf(matching(/^[^\s/]+\.[^\s/]+$|^https?:\/\//, 'domains such as publisher.example, or origins')),
  ),
  SCOREBOOK_SEARCH_USER_AGENT: setting('What we call ourselves when we fetch rulebooks', text, {
    default: USER_AGENT,
  }),
  SCOREBOOK_SEARCH_LOOPBACK_PORTS: setting(
    'For tests: ports of this machine that rulebooks may be fetched from',
    listOf(port),
  ),
  SCOREBOOK_MODEL_PROTOCOL: setting('openai (also Ollama, vLLM) or anthropic', oneOf('openai', 'anthropic')),
  SCOREBOOK_MODEL_URL: setting('The language model, such as https://api.openai.com/v1', url),
  SCOREBOOK_MODEL_NAME: setting('Which model of it', text),
  SCOREBOOK_MODEL_KEY: setting('Its key, where it has one', text),
  SCOREBOOK_MODEL_DAILY_CALLS: setting('How often it may be asked in a day (UTC)', wholeFrom(1)),
  SCOREBOOK_MODEL_DAILY_TOKENS: setting('How many tokens it may take in a day (UTC)', wholeFrom(1)),
}

export type Name = keyof typeof SETTINGS

/** A setting with a value, or with that one value, is of no use without others. */
const NEEDS: readonly [Name, string | undefined, readonly Name[]][] = [
  ['SCOREBOOK_DATABASE_PASSWORD_FILE', undefined, ['SCOREBOOK_DATABASE_URL']],
  ['SCOREBOOK_ADMIN_NAME', undefined, ['SCOREBOOK_ADMIN_PASSWORD_FILE']],
  ['SCOREBOOK_ADMIN_PASSWORD_FILE', undefined, ['SCOREBOOK_ADMIN_NAME']],
  ['SCOREBOOK_CATALOG_URL', undefined, ['SCOREBOOK_CATALOG_TOKEN']],
  ['SCOREBOOK_SEARCH_SERVICE', 'searxng', ['SCOREBOOK_SEARCH_URL']],
  ['SCOREBOOK_SEARCH_SERVICE', 'brave', ['SCOREBOOK_SEARCH_KEY']],
  ['SCOREBOOK_MODEL_PROTOCOL', undefined, ['SCOREBOOK_MODEL_URL', 'SCOREBOOK_MODEL_NAME']],
]

type Table = typeof SETTINGS
type ValueOf<S> = S extends Setting<infer T> ? T : never

/** The value of each setting, by its name; undefined when it is not set and has no default of its own. */
export type Values = {
  [N in Name]: ValueOf<Table[N]> | (Table[N] extends { default: string } ? never : undefined)
}

export type Texts = Readonly<Record<string, string | undefined>>

/** Parses all settings; an empty text is as good as none. Throws nothing: every fault is a sentence in `faults`. */
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

/** A misspelt setting that was ignored would leave its default in force. Tests have settings of their own. */
function unknownIn(texts: Texts): string[] {
  return Object.keys(texts)
    .filter(isUnknown)
    .map(
      (name) =>
        `${name} is not a setting; ${nearest(name)} may be meant. \`scorebook --help\` lists them all.`,
    )
}

const isUnknown = (name: string) =>
  name.startsWith('SCOREBOOK_') && !name.startsWith('SCOREBOOK_TEST_') && !Object.hasOwn(SETTINGS, name)

/** The setting with the most letters in the same places, less half of the difference in length; among equals, with the most letters in common. */
function nearest(name: string): string {
  const likeness = (known: string) => {
    const letters = [...known]
    return (
      letters.filter((letter, index) => letter === name[index]).length -
      Math.abs(known.length - name.length) / 2 +
      letters.filter((letter) => name.includes(letter)).length / 100
    )
  }
  return Object.keys(SETTINGS).reduce((best, known) => (likeness(known) > likeness(best) ? known : best))
}

/** Each setting with its help, for the command line. */
export const settingsHelp = (): [string, string][] =>
  Object.entries<Setting<unknown>>(SETTINGS).map(([name, known]) => [
    name,
    `${known.about} (default: ${defaultOf(known)})`,
  ])

/** As people read it. */
export const defaultOf = (known: Pick<Setting<unknown>, 'default' | 'follows'>): string =>
  known.default ?? known.follows ?? 'none'
