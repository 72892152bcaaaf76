/**
 * `scorebook support-bundle` writes a file that shows a helper what the service is like. It contains no secrets and no personal
 * data.
 */
import { open, readFile } from 'node:fs/promises'
import { availableParallelism, release, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { type Config, readConfig, textsIn } from '../../config.ts'
import type { Name, Texts } from '../../config/settings.ts'
import { backupsIn } from '../../db/backup/folder.ts'
import { supportFacts } from '../../db/support-facts.ts'
import { type Command, CommandFailed, textOf } from '../command.ts'
import { examine } from './doctor.ts'
import { sentenceOf } from '../explain.ts'
import { onlyErrors, openServer } from '../open-database.ts'

export const supportBundle: Command = {
  name: 'support-bundle',
  summary: 'Write a file for somebody who helps, without secrets and personal data',
  about:
    'One JSON file: versions, which settings are set (values only if they cannot be secret), what `scorebook doctor` says, sizes\n' +
    'and settings of the database, its connections without their statements, backups, and the end of the embedded PostgreSQL’s log,\n' +
    'which has no contents of rows. Read it before you send it.',
  options: {
    to: {
      type: 'string',
      value: 'FILE',
      help: 'The file to write; by default scorebook-support-TIME.json in this folder',
    },
  },
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    const texts = textsIn(env, cwd)
    const time = new Date().toISOString()
    const file = resolve(
      cwd,
      textOf(values, 'to') ?? `scorebook-support-${time.slice(0, 19).replaceAll(':', '-')}.json`,
    )
    const doctor: string[] = []
    await examine(config, (line) => doctor.push(withoutPasswords(line)))
    const bundle = {
      time,
      scorebook: packageFile.version,
      node: process.versions.node,
      system: `${process.platform} ${process.arch} ${release()}`,
      cores: availableParallelism(),
      memoryMB: Math.round(totalmem() / 1_048_576),
      settings: settingsIn(texts),
      doctor,
      database: await databaseOf(config),
      backups: (await backupsIn(config.backup.folder).catch(() => ({ backups: [] }))).backups.map(
        ({ name }) => name,
      ),
      postgresLog:
        config.databaseUrl === undefined ? await endOfLog(join(config.dataDir, 'postgresql.log')) : undefined,
    }
    const secrets = secretsIn(texts, config)
    const hidden = (_key: string, value: unknown): unknown =>
      typeof value === 'string' ? secrets.reduce((rest, one) => rest.replaceAll(one, '…'), value) : value
    await write(file, `${JSON.stringify(bundle, hidden, 2)}\n`)
    print(`${file} is written. Read it before you send it to somebody.`)
  },
}

/**
 * What the bundle shows of each setting: its value, only its name, or nothing because it is a secret. A secret of four or more
 * characters is also removed wherever else it appears in the bundle.
 */
const TOLD: Readonly<Record<Name, 'value' | 'name' | 'secret'>> = {
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

const isKnown = (name: string): name is Name => Object.hasOwn(TOLD, name)

const settingsIn = (texts: Texts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, string][] => {
      if (!text || !(isKnown(name) || name.startsWith('OTEL_'))) return []
      return [[name, isKnown(name) && TOLD[name] === 'value' ? text : 'set']]
    }),
  )

/** Shorter secrets are not searched for, because they would also match ordinary words. */
const SHORTEST_SECRET = 4

/** Each secret, as it was given and as requests encode it. The longest is first. */
function secretsIn(texts: Texts, { databaseUrl = '', issuers, mail, traces }: Config): string[] {
  const passwords = [...databaseUrl.matchAll(/:\/\/[^:@/]*:([^/?#]*)@|[?&]password=([^&#]*)/g)]
  const given = [
    ...Object.entries(texts).map(([name, text]) =>
      isKnown(name) && TOLD[name] === 'secret' ? text : undefined,
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

/** Removes the user, the password and the query from each URL. */
const withoutPasswords = (line: string) =>
  line.replace(/(\w+:\/\/)\S*@/g, '$1…@').replace(/(\w+:\/\/[^\s?#]*)[?#]\S*?(?=[:.]?(\s|$))/g, '$1?…')

async function databaseOf(config: Config): Promise<unknown> {
  try {
    const server = await openServer(config, onlyErrors)
    try {
      return await supportFacts(server.connection)
    } finally {
      await server.close()
    }
  } catch (error) {
    return { failed: withoutPasswords(sentenceOf(error) ?? String(error)) }
  }
}

const LINES = 200

async function endOfLog(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-LINES)
}

/** Writes the file. It never replaces an existing one. */
async function write(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandFailed(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}. Name another file with --to.`,
      { cause: error },
    )
  })
  await handle.writeFile(text)
  await handle.close()
}
