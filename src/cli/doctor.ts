/** `scorebook doctor`: checks everything that the service needs, and says what is wrong. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { checksOf as checksOfServices } from '../pipeline/outside/ask-once.ts'
import { type Config, readConfig } from '../config.ts'
import { backupsIn, lastOf } from '../db/backup/folder.ts'
import { roomIn } from '../db/backup/room.ts'
import { type Connection, Database } from '../db/database.ts'
import { hostsOf } from '../db/hosts.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { sql } from '../db/sql.ts'
import { standingsOf } from '../db/standings.ts'
import { type OutsideIssuer, loaderOf } from '../identity/outside-issuers.ts'
import { lastComparison } from '../resources/results/keeping.ts'
import type { Command } from './command.ts'
import { CannotListen, CannotReadKeys, sentenceOf } from './explain.ts'
import { onlyErrors, openServer } from './open-database.ts'
import { plainHttp } from './plain-http.ts'
import { mustBeFree } from './port.ts'

export const doctor: Command = {
  name: 'doctor',
  summary:
    'Check the configuration, the database, disk and backups, clocks, the issuers, the services of the pipeline and the port',
  about:
    'Prints a line for each check, and exits with 1 when one fails. Changes no data, but starts the embedded PostgreSQL\nwhile it checks. Asks the catalogue, the search service and the language model one question each.',
  options: {},
  async run(_values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    return (await examine(config, print)) ? 0 : 1
  },
}

/** Prints a line for each check; false if one fails. */
export async function examine(config: Config, print: (line: string) => void): Promise<boolean> {
  print('ok    configuration')
  print(`ok    Scorebook: ${packageFile.version}`)
  print(`ok    Node: ${process.versions.node}`)
  let well = true
  for (const { name, look } of checksOf(config)) {
    try {
      print(`ok    ${name}: ${await look()}`)
    } catch (error) {
      well = false
      print(`FAIL  ${name}: ${sentenceOf(error) ?? (error instanceof Error ? error.message : String(error))}`)
    }
  }
  return well
}

interface Check {
  name: string
  /** Returns a description; throws what is wrong, which is reported as by `serve`. */
  look: () => Promise<string>
}

/** In the order of a start. */
const checksOf = (config: Config): Check[] => [
  { name: 'database', look: () => database(config) },
  ...(config.databaseUrl !== undefined && hostsOf(config.databaseUrl).length > 1
    ? [{ name: 'standbys', look: () => standbys(config.databaseUrl ?? '') }]
    : []),
  { name: 'results', look: () => results(config) },
  ...(config.databaseUrl === undefined
    ? [
        { name: 'disk', look: () => disk(config) },
        { name: 'backups', look: () => backups(config) },
      ]
    : []),
  ...(config.databaseUrl === undefined ? [] : [{ name: 'clock', look: () => clock(config) }]),
  { name: 'open files', look: openFiles },
  { name: 'address', look: () => address(config) },
  ...config.issuers.map((issuer) => ({ name: `issuer ${issuer.issuer}`, look: () => keys(issuer) })),
  ...checksOfServices(config.pipeline.outside).map(({ name, ask }) => ({
    name,
    look: () => ask(new AbortController().signal),
  })),
  { name: `port ${config.port}`, look: () => port(config) },
]

/** Fails for all servers that are not as they should be, with what to do for each. */
async function standbys(url: string): Promise<string> {
  const standings = await standingsOf(url)
  const told = standings
    .map(({ name, says, todo }) => `${name} is ${says}${todo === undefined ? '' : `; ${todo}`}.`)
    .join(' ')
  if (standings.some(({ todo }) => todo !== undefined)) throw new Error(told)
  return told
}

/** Works on the database, which is started for it where it is embedded. */
async function onDatabase<R>(
  config: Config,
  work: (db: Database, connection: Connection) => Promise<R>,
): Promise<R> {
  const server = await openServer(config, onlyErrors)
  try {
    const db = new Database(server.connection, { readers: 1, writers: 1 })
    try {
      return await work(db, server.connection)
    } finally {
      await db.close()
    }
  } finally {
    await server.close()
  }
}

const database = (config: Config): Promise<string> =>
  onDatabase(config, async (db, connection) => {
    const pending = await pendingMigrations(connection)
    const { version, encoding, collation } = await db.one(
      sql<{ version: string; encoding: string; collation: string }>`
        select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
          coalesce(datlocale, datcollate) as collation
        from pg_database where datname = current_database()`,
    )
    if (encoding !== 'UTF8')
      throw new Error(
        `it is encoded in ${encoding}; Scorebook needs one in UTF8. Create one with \`create database scorebook encoding 'UTF8' template template0\`, and name that.`,
      )
    const schema =
      pending.length === 0
        ? 'schema up to date'
        : `${pending.length} migrations to apply at start, of which \`scorebook upgrade check\` says more`
    return `PostgreSQL ${version}, collation ${collation}, ${schema}`
  })

const results = (config: Config): Promise<string> =>
  onDatabase(config, async (db, connection) =>
    (await pendingMigrations(connection)).length > 0
      ? 'not there before the schema is up to date'
      : lastComparison(db),
  )

/** In milliseconds: what clocks that follow a time server never differ by. */
const MOST_APART = 5_000

/** Ours against that of a PostgreSQL elsewhere, which must lie between the sending of the question and the answer. */
const clock = (config: Config): Promise<string> =>
  onDatabase(config, async (db) => {
    const sent = Date.now()
    const { now } = await db.one(
      sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    )
    const apart = now < sent ? now - sent : Math.max(0, now - Date.now())
    if (Math.abs(apart) <= MOST_APART) return 'this machine and PostgreSQL agree'
    throw new Error(
      `that of PostgreSQL is ${Math.round(Math.abs(apart) / 1000)} s ${apart > 0 ? 'ahead of' : 'behind'} this machine's, and tokens, sessions and links end by them. Let both machines follow a time server (\`timedatectl set-ntp true\`).`,
    )
  })

async function address(config: Config): Promise<string> {
  const plain = plainHttp(config)
  if (plain && !plain.isAllowed) throw new Error(plain.sentence)
  return plain?.sentence ?? `${config.baseUrl}, where browsers can sign in`
}

const MEGABYTE = 1_048_576
const megabytes = (bytes: number) => Math.floor(bytes / MEGABYTE)
/** PostgreSQL stops where it can't write its log. */
const LEAST_ROOM = 256 * MEGABYTE

async function disk({ dataDir }: Config): Promise<string> {
  const room = await roomIn(dataDir)
  const left = `${megabytes(room)} MiB left for ${dataDir}`
  if (room < LEAST_ROOM)
    throw new Error(`${left}; free some room, as PostgreSQL stops where it cannot write.`)
  return left
}

/** The daily one, and what a slow or a broken day takes. */
const OLDEST_BACKUP = 2 * 86_400_000

async function backups({ backup, dataDir }: Config): Promise<string> {
  const { backups: found, unreadable } = await backupsIn(backup.folder)
  const [damaged] = unreadable
  if (damaged)
    throw new Error(
      `${damaged.name} cannot be read: ${damaged.why} Remove its folder in ${backup.folder} if others are there.`,
    )
  if (!backup.enabled) return 'SCOREBOOK_BACKUP is off; `scorebook backup create` makes one'
  const last = lastOf(found)
  const made = (await stat(join(dataDir, 'cluster', 'PG_VERSION'))).mtimeMs
  const since = last ? Date.parse(last.endedAt) : made
  if (Date.now() - since > OLDEST_BACKUP)
    throw new Error(
      `${last ? `the last one is of ${last.endedAt}` : `there is none in ${backup.folder}`}; the log of the service says why no other was made, and \`scorebook backup create\` makes one now.`,
    )
  if (!last) return 'none yet, the first one comes within a day'
  const room = await roomIn(backup.folder)
  const bytes = Object.values(last.files).reduce((sum, one) => sum + one.bytes, 0)
  if (room < bytes)
    throw new Error(
      `${megabytes(room)} MiB are left in ${backup.folder}, and the last backup took ${megabytes(bytes)}; free some room, or set SCOREBOOK_BACKUP_DIR to a folder on another disk.`,
    )
  const [its, ours] = await Promise.all([stat(backup.folder), stat(dataDir)])
  const lostTogether =
    its.dev === ours.dev ? '; they are on the disk of the data, SCOREBOOK_BACKUP_DIR names another' : ''
  return `${found.length}, the last one of ${last.endedAt}; \`scorebook backup check\` tries it${lostTogether}`
}

/** A process has some 10,000 requests under way at most, each with its connection. */
const LEAST_FILES = 4_096

async function openFiles(): Promise<string> {
  const limit = (
    process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  ).userLimits
  const most = limit?.open_files?.soft
  if (typeof most === 'number' && most < LEAST_FILES)
    throw new Error(
      `a process may have ${most}; raise the limit to ${LEAST_FILES} or more (\`ulimit -n\`, LimitNOFILE= of systemd), as each connection is one.`,
    )
  return most === undefined ? 'the limit is not known here' : `up to ${most}`
}

async function keys(issuer: OutsideIssuer): Promise<string> {
  try {
    return `${(await loaderOf(issuer)()).keys.length} keys`
  } catch (error) {
    throw new CannotReadKeys(issuer, error)
  }
}

async function port(config: Config): Promise<string> {
  try {
    await mustBeFree(config)
    return 'free'
  } catch (error) {
    if (error instanceof CannotListen && error.isOurs) return 'a Scorebook answers there'
    throw error
  }
}
