/** The checks of `scorebook doctor`. */
import { access, constants, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { checksOf as checksOfServices } from '../../pipeline/outside/ask-once.ts'
import { healthOfMessages } from '../../notifications/health.ts'
import { askOnce } from '../../notifications/mail/smtp.ts'
import type { Config } from '../../config.ts'
import { backupsIn, lastOf } from '../../db/backup/folder.ts'
import { megabytes, roomIn } from '../../db/backup/room.ts'
import { type Connection, Database } from '../../db/database.ts'
import { ageOf, isOld } from '../../db/embedded/age.ts'
import { hostsOf } from '../../db/hosts.ts'
import { fitnessOf } from '../../db/fitness.ts'
import { indexesOf, locksOf } from '../../db/indexes.ts'
import { passkeysFit } from '../../identity/accounts/passkeys-fit.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import { hasAdministrator } from '../../identity/accounts/store.ts'
import { type OutsideIssuer, loaderOf } from '../../identity/outside-issuers.ts'
import { lastComparison } from '../../resources/results/upkeep.ts'
import { healthOfImports } from '../../imports/health.ts'
import { healthOfWebhooks } from '../../webhooks/health.ts'
import { mostConnections } from './connections.ts'
import { CannotReadKeys } from '../explain.ts'
import { passwordOf } from './first-administrator.ts'
import { metricsPort, port } from './doctor-ports.ts'
import { standbys } from './doctor-standbys.ts'
import { onlyErrors, openServer } from '../open-database.ts'
import { plainHttp } from './plain-http.ts'
import { codeOf, netReason } from '../reasons.ts'

export const DATABASE = 'database'

/** When the running service looks, too: at each look; only if an operator asks; or never, because only the command can. */
type When = 'ALWAYS' | 'ASKED' | 'COMMAND'

export interface Check {
  name: string
  when: When
  /** The name of a check. If that check fails, this one is skipped. */
  needs?: typeof DATABASE
  /** Returns a description. It throws what is wrong, in the words of `serve`. */
  look: () => Promise<string>
  isNote?: boolean
}

/** Gives work the database: the one of the running service, or one that is opened for it. */
type OnDatabase = <R>(work: (db: Database, connection: Connection) => Promise<R>) => Promise<R>

const OF_SCHEMA = {
  indexes: indexesOf,
  locks: locksOf,
  results: lastComparison,
  webhooks: healthOfWebhooks,
  imports: healthOfImports,
  'link mails and push': healthOfMessages,
}

export const checksOf = (config: Config, onDatabase: OnDatabase): Check[] => [
  { name: DATABASE, when: 'ALWAYS', look: () => database(config, onDatabase) },
  ...(config.databaseUrl !== undefined && hostsOf(config.databaseUrl).length > 1
    ? [{ name: 'standbys', when: 'ALWAYS', look: () => standbys(config.databaseUrl ?? '') } as const]
    : []),
  ...Object.entries({ ...OF_SCHEMA, passkeys: (db: Database) => passkeysFit(db, config.baseUrl) }).map(
    ([name, look]): Check => ({
      name,
      when: 'ALWAYS',
      needs: DATABASE,
      look: () => ofSchema(onDatabase, look),
    }),
  ),
  ...checksOfServer(config, onDatabase),
  ...some(config.issuers.length === 0 ? config.firstAdministrator : undefined, (given) => ({
    name: 'first administrator',
    when: 'COMMAND',
    needs: DATABASE,
    look: () => administrator(onDatabase, given),
  })),
  { name: 'open files', when: 'ALWAYS', look: openFiles },
  { name: 'address', when: 'ALWAYS', look: () => address(config) },
  ...config.issuers.map((issuer): Check => ({
    name: `issuer ${issuer.issuer}`,
    when: 'ALWAYS',
    look: () => keys(issuer),
  })),
  // A model and a search service cost money for each question.
  ...checksOfServices(config.pipeline.outside).map(({ name, ask }): Check => ({
    name,
    when: 'ASKED',
    look: () => ask(new AbortController().signal),
  })),
  ...some(config.mail, (settings) => ({
    name: 'mail server',
    when: 'ALWAYS',
    look: () => askOnce(settings),
  })),
  ...some(config.traces, (settings) => ({ name: 'traces', when: 'ALWAYS', look: () => traces(settings) })),
  { name: `port ${config.port}`, when: 'COMMAND', look: () => port(config) },
  ...some(config.metrics, (its) => ({
    name: `port ${its.port} (metrics)`,
    when: 'COMMAND',
    look: () => metricsPort(its),
  })),
]

const checksOfServer = (config: Config, onDatabase: OnDatabase): Check[] =>
  config.databaseUrl === undefined
    ? [
        { name: 'embedded PostgreSQL', when: 'ALWAYS', look: async () => ageOf(), isNote: isOld() },
        { name: 'disk', when: 'ALWAYS', look: () => disk(config) },
        { name: 'backups', when: 'ALWAYS', look: () => backups(config) },
      ]
    : [{ name: 'clock', when: 'ALWAYS', needs: DATABASE, look: () => clock(onDatabase) }]

const some = <C>(configured: C | undefined, check: (configured: C) => Check): Check[] =>
  configured === undefined ? [] : [check(configured)]

/** Opens the database for each check, because one of them can be that it does not answer. */
export const opening =
  (config: Config): OnDatabase =>
  async (work) => {
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

const database = (config: Config, onDatabase: OnDatabase): Promise<string> =>
  onDatabase(async (db, connection) => {
    const pending = await pendingMigrations(connection)
    const { version, collation, faults } = await fitnessOf(db, {
      pending: pending.length,
      connections: mostConnections(config.processes),
    })
    if (faults.length > 0) throw new Error(faults.join(' And '))
    const schema =
      pending.length === 0
        ? 'schema up to date'
        : `${pending.length} migrations to apply at start; \`scorebook upgrade check\` says more`
    return `PostgreSQL ${version}, collation ${collation}, ${schema}`
  })

const ofSchema = (onDatabase: OnDatabase, look: (db: Database) => Promise<string>): Promise<string> =>
  onDatabase(async (db, connection) =>
    (await pendingMigrations(connection)).length > 0 ? 'unknown until the migrations are applied' : look(db),
  )

/** In milliseconds. Clocks that follow a time server differ by less than this. */
const MOST_APART = 5_000

/** Checks the clock of PostgreSQL: its time must lie between our question and its answer. */
const clock = (onDatabase: OnDatabase): Promise<string> =>
  onDatabase(async (db) => {
    const sent = Date.now()
    const { now } = await db.one(
      sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    )
    const apart = now < sent ? now - sent : Math.max(0, now - Date.now())
    if (Math.abs(apart) <= MOST_APART) return 'this machine and PostgreSQL agree'
    throw new Error(
      `PostgreSQL's clock is ${Math.round(Math.abs(apart) / 1000)} s ${apart > 0 ? 'ahead of' : 'behind'} this machine's clock. Tokens, sessions and links end by these clocks. Let both machines follow a time server (\`timedatectl set-ntp true\`).`,
    )
  })

/** Checks the file with the password. If there is an administrator already, nothing reads this file. */
const administrator = (
  onDatabase: OnDatabase,
  given: NonNullable<Config['firstAdministrator']>,
): Promise<string> =>
  onDatabase(async (db, connection) => {
    const isThere = (await pendingMigrations(connection)).length === 0 && (await hasAdministrator(db))
    if (isThere) return 'there is one; SCOREBOOK_ADMIN_PASSWORD_FILE is no longer read'
    await passwordOf(given)
    return 'made at the next start'
  })

async function address(config: Config): Promise<string> {
  const plain = plainHttp(config)
  if (plain && !plain.isAllowed) throw new Error(plain.sentence)
  if (config.baseUrl.startsWith('https:') && config.trustedProxies.length === 0)
    throw new Error(
      `${config.baseUrl} is https, so a proxy stands in front of the service, and SCOREBOOK_TRUSTED_PROXIES does not name it. All people then seem to come from one address, so one stranger who guesses passwords keeps everybody from signing in. Set it to the address of the proxy.`,
    )
  return plain?.sentence ?? `${config.baseUrl}, where browsers can sign in`
}

const MEGABYTE = 1_048_576
/** In bytes. If PostgreSQL has no room for its log, it stops. */
const LEAST_ROOM = 256 * MEGABYTE

async function disk({ dataDir }: Config): Promise<string> {
  const room = await roomIn(await nearest(dataDir))
  const left = `${megabytes(room)} MiB left for ${dataDir}`
  if (room < LEAST_ROOM)
    throw new Error(`${left}; free some room, because PostgreSQL stops when it cannot write.`)
  return left
}

/** In milliseconds. The service makes a backup each day. The second day leaves time for a slow or failed backup. */
const OLDEST_BACKUP = 2 * 86_400_000

async function backups({ backup, dataDir }: Config): Promise<string> {
  if (backup.enabled) await mustTakeBackups(backup.folder)
  const { backups: found, unreadable } = await backupsIn(backup.folder)
  const [damaged] = unreadable
  if (damaged)
    throw new Error(
      `${damaged.name} cannot be read: ${damaged.why} Remove its folder in ${backup.folder} if others are there.`,
    )
  if (!backup.enabled) return 'SCOREBOOK_BACKUP is off; `scorebook backup create` makes one'
  const last = lastOf(found)
  const made =
    (await stat(join(dataDir, 'cluster', 'PG_VERSION')).catch(() => undefined))?.mtimeMs ?? Date.now()
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

async function nearest(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const isThere = await stat(at).then(
      () => true,
      (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(codeOf(error)),
    )
    if (isThere || at === dirname(at)) return at
  }
}

async function mustTakeBackups(folder: string): Promise<void> {
  const at = await nearest(folder)
  const todo = 'Set SCOREBOOK_BACKUP_DIR to a folder that the account of the service may write to.'
  try {
    if (!(await stat(at)).isDirectory())
      throw new Error(`no backup can be made in ${folder}, because ${at} is a file. ${todo}`)
    await access(at, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (codeOf(error) === '') throw error
    throw new Error(`no backup can be made in ${folder}: ${at} refuses this account. ${todo}`, {
      cause: error,
    })
  }
}

/** The least number of open files. Each connection counts as one, and a process can have thousands of connections. */
const LEAST_FILES = 4_096

async function openFiles(): Promise<string> {
  const limit = (
    process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  ).userLimits
  const most = limit?.open_files?.soft
  if (typeof most === 'number' && most < LEAST_FILES)
    throw new Error(
      `a process may have ${most}; raise the limit to ${LEAST_FILES} or more (\`ulimit -n\`, LimitNOFILE= of systemd), because each connection is one.`,
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

async function traces(settings: NonNullable<Config['traces']>): Promise<string> {
  const { sendSpans } = await import('../../traces/tracer.ts')
  const { origin, pathname } = new URL(settings.url) // because the rest of the URL may contain a secret
  try {
    await sendSpans(settings, packageFile.version, [])
    return `the collector at ${origin} answers`
  } catch (error) {
    throw new Error(
      `no span can be sent to ${origin}${pathname}: ${netReason(error)}. Start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.`,
      { cause: error },
    )
  }
}
