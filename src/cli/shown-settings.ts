/** Which settings we show to others with their values, which only by name, and which are secrets. */
import type { Config } from '../config.ts'
import type { Name, Texts } from '../config/settings.ts'

/** What others are shown of each setting. A secret of four characters or more is also removed wherever it appears. */
export const SHOWN: Readonly<Record<Name, 'value' | 'name' | 'secret'>> = {
  SCOREBOOK_HOST: 'value',
  SCOREBOOK_PORT: 'value',
  SCOREBOOK_PROCESSES: 'value',
  SCOREBOOK_STOP_DELAY: 'value',
  SCOREBOOK_METRICS_HOST: 'value',
  SCOREBOOK_METRICS_PORT: 'value',
  SCOREBOOK_BASE_URL: 'name',
  SCOREBOOK_ISSUER: 'name',
  SCOREBOOK_KEY_DAYS: 'value',
  SCOREBOOK_DATA_DIR: 'name',
  SCOREBOOK_POSTGRES_SHARED_BUFFERS: 'value',
  SCOREBOOK_POSTGRES_WORK_MEM: 'value',
  SCOREBOOK_POSTGRES_MAX_WAL_SIZE: 'value',
  SCOREBOOK_BACKUP: 'value',
  SCOREBOOK_BACKUP_DIR: 'name',
  SCOREBOOK_BACKUP_HOUR: 'value',
  SCOREBOOK_BACKUP_LOG: 'value',
  SCOREBOOK_DATABASE_URL: 'name',
  SCOREBOOK_DATABASE_PASSWORD_FILE: 'name',
  SCOREBOOK_AUTH_ISSUERS: 'name',
  SCOREBOOK_WEB: 'value',
  SCOREBOOK_PLAIN_SIGN_IN: 'value',
  SCOREBOOK_SIGN_UP: 'value',
  SCOREBOOK_ADMIN_NAME: 'name',
  SCOREBOOK_ADMIN_PASSWORD_FILE: 'name',
  SCOREBOOK_TRUSTED_PROXIES: 'name',
  SCOREBOOK_SMTP_URL: 'secret',
  SCOREBOOK_MAIL_FROM: 'name',
  SCOREBOOK_PUSH: 'value',
  SCOREBOOK_AUDIT_DAYS: 'value',
  SCOREBOOK_WEBHOOK_LOOPBACK_PORTS: 'name',
  SCOREBOOK_CORS_ORIGINS: 'name',
  SCOREBOOK_ERROR_TYPE_BASE: 'name',
  SCOREBOOK_TOKEN: 'secret',
  SCOREBOOK_LOG_LEVEL: 'value',
  SCOREBOOK_PIPELINE: 'value',
  SCOREBOOK_PIPELINE_TEXT_DAYS: 'value',
  SCOREBOOK_CATALOG_URL: 'name',
  SCOREBOOK_CATALOG_TOKEN: 'secret',
  SCOREBOOK_CATALOG_SOURCE: 'value',
  SCOREBOOK_CATALOG_PAUSE: 'value',
  SCOREBOOK_SEARCH_SERVICE: 'value',
  SCOREBOOK_SEARCH_URL: 'name',
  SCOREBOOK_SEARCH_KEY: 'secret',
  SCOREBOOK_SEARCH_PUBLISHERS: 'name',
  SCOREBOOK_SEARCH_USER_AGENT: 'name',
  SCOREBOOK_SEARCH_LOOPBACK_PORTS: 'name',
  SCOREBOOK_MODEL_PROTOCOL: 'value',
  SCOREBOOK_MODEL_URL: 'name',
  SCOREBOOK_MODEL_NAME: 'name',
  SCOREBOOK_MODEL_KEY: 'secret',
  SCOREBOOK_MODEL_DAILY_CALLS: 'value',
  SCOREBOOK_MODEL_DAILY_TOKENS: 'value',
}

export const isKnown = (name: string): name is Name => Object.hasOwn(SHOWN, name)

/** We do not search for shorter secrets, because they would match ordinary words. */
const SHORTEST_SECRET = 4

/** Returns each secret as it was given, and as requests encode it. The longest is first. */
export function secretsIn(texts: Texts, { databaseUrl = '', issuers, mail, traces }: Config): string[] {
  const passwords = [...databaseUrl.matchAll(/:\/\/[^:@/]*:([^/?#]*)@|[?&]password=([^&#]*)/g)]
  const given = [
    ...Object.entries(texts).map(([name, text]) =>
      isKnown(name) && SHOWN[name] === 'secret' ? text : undefined,
    ),
    ...passwords.map(([, first, second]) => first ?? second),
    ...issuers.map(({ client }) => client?.secret),
    mail?.credentials?.pass,
    ...Object.values(traces?.headers ?? {}).flatMap((value) => [value, value.split(' ').at(-1)]),
  ]
  return given
    .flatMap((one) => (one === undefined ? [] : [one, decoded(one), encodeURIComponent(one)]))
    .filter((one) => one.length >= SHORTEST_SECRET)
    .toSorted((one, other) => other.length - one.length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Removes the user, the password and the query from URLs. */
export const withoutPasswords = (line: string) =>
  line.replace(/(\w+:\/\/)\S*@/g, '$1…@').replace(/(\w+:\/\/[^\s?#]*)[?#]\S*?(?=[:.]?(\s|$))/g, '$1?…')

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, one) => rest.replaceAll(one, '…'), text)
