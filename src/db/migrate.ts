/**
 * Brings a database to the schema that this version needs: runs the files `migrations/NNNN-name.sql` in order, each in a
 * transaction.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import packageFile from '../../package.json' with { type: 'json' }
import { type Connection, type Host, hostsOf } from './hosts.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** Matches migrations only: the folder also has schema.sql, which is for people to read. */
const MIGRATION = /^\d{4}-.*\.sql$/

/** The key of the advisory lock for migrations. The number is arbitrary. */
export const LOCK = 5_707_270_653

/** This version cannot use the database. The message says why, and what would be right. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

/** The server does not exist or refuses the connection. `cause` is the error of the server or of the system. */
export class CannotConnect extends Error {
  override name = 'CannotConnect'
  readonly server: { host: string; port: number; user: string; database: string }
  /** The name of the setting with the database's address. Messages begin with it. */
  given: string

  constructor(connection: Connection, client: pg.Client | undefined, cause: unknown) {
    super('The database cannot be connected to.', { cause })
    const { host = '', port = 5432, user = '', database = '' } = client ?? {}
    this.server = { host, port, user, database }
    this.given = typeof connection === 'string' ? 'SCOREBOOK_DATABASE_URL' : 'The embedded PostgreSQL'
  }
}

export interface Migration {
  name: string
  text: string
  /** The SHA-256 of the text. It is the same for both kinds of line ends. */
  digest: string
}

/** Runs the missing migrations. Several instances can call this at once: because of a lock, each migration runs once. */
export async function migrate(connection: Connection): Promise<string[]> {
  return withClient(connection, async (client) => {
    const migrations = await readMigrations()
    await missing(client, migrations)
    const applied: string[] = []
    for (const migration of migrations) if (await apply(client, migration)) applied.push(migration.name)
    // Another version may have migrated the database while we waited for the lock.
    await missing(client, migrations)
    await noteVersion(client)
    return applied
  })
}

const VERSION_COMMENT = /^Used by Scorebook (\d+\.\d+\.\d+)$/

/** Notes in a comment which version uses the database, so that `scorebook upgrade check` knows what has changed since. */
async function noteVersion(client: pg.Client): Promise<void> {
  if ((await notedVersion(client)) === packageFile.version) return
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(${LOCK})`)
  const comment = client.escapeLiteral(`Used by Scorebook ${packageFile.version}`)
  await client.query(`comment on table schema_migrations is ${comment}`)
  await client.query('commit')
}

async function notedVersion(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select obj_description(to_regclass('schema_migrations'), 'pg_class') as comment`,
  )
  return VERSION_COMMENT.exec(rows[0]?.comment ?? '')?.[1]
}

/** The migrations that the database lacks, in order. Nothing is changed. */
export async function pendingMigrations(connection: Connection): Promise<string[]> {
  return withClient(connection, async (client) => missing(client, await readMigrations()))
}

export async function hasData(connection: Connection): Promise<boolean> {
  return withClient(connection, async (client) => (await appliedTo(client)).size > 0)
}

/** Facts that an operator needs before an upgrade. The names of the open connections show which instances are running. */
export async function factsOf(
  connection: Connection,
): Promise<{ postgres: string; bytes: number; instances: string[]; scorebook: string | undefined }> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ postgres: string; bytes: string; instances: string[] }>(`
      select current_setting('server_version') as postgres, pg_database_size(current_database())::text as bytes,
        (select coalesce(array_agg(distinct split_part(application_name, ' ', 3)), '{}') from pg_stat_activity
          where application_name like 'scorebook listener %' and datname = current_database()) as instances`)
    const [{ postgres, bytes, instances } = { postgres: '', bytes: '0', instances: [] }] = rows
    return { postgres, bytes: Number(bytes), instances, scorebook: await notedVersion(client) }
  })
}

async function apply(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`)
    const isNew = await runMigration(client, migration)
    await client.query('commit')
    return isNew
  } catch (error) {
    await client.query('rollback')
    throw new SchemaError(`Migration ${migration.name} failed: ${String(error)}`, { cause: error })
  }
}

/** Runs a migration in the caller's transaction. Returns false if the database has the migration already. */
export async function runMigration(client: pg.Client, { name, text, digest }: Migration): Promise<boolean> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      digest text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rowCount } = await client.query(
    'insert into schema_migrations (name, digest) values ($1, $2) on conflict do nothing',
    [name, digest],
  )
  if (rowCount === 1) await client.query(text)
  return rowCount === 1
}

/** The migrations that the database lacks. Throws if this version cannot use the database. */
async function missing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await refuseOlderServer(client)
  const applied = await appliedTo(client)
  const known = new Map(migrations.map(({ name, digest }) => [name, digest]))
  const rewritten = [...applied].find(([name, digest]) => digest !== (known.get(name) ?? digest))
  if (rewritten) throw unreleased(`its migration ${rewritten[0]} differs from this version's`)
  const newer = [...applied.keys()].filter((name) => !known.has(name))
  if (newer.length > 0)
    throw new SchemaError(
      `The database has migrations that this version of Scorebook does not know (${newer.join(', ')}). Run the version that made them, or a newer one.`,
    )
  return [...known.keys()].filter((name) => !applied.has(name))
}

async function refuseOlderServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; shown: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as shown`,
  )
  const [server] = rows
  if (server && server.version >= 180_000) return
  throw new SchemaError(
    `Scorebook needs PostgreSQL 18 or newer; this server is ${server?.shown ?? 'unknown'}.`,
  )
}

/** The digest of each migration in the database, by name and in order. */
export async function appliedTo(client: pg.Client): Promise<Map<string, string>> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass('schema_migrations') and attnum > 0`,
  )
  if (columns.length === 0) return new Map()
  if (!columns.some(({ name }) => name === 'digest')) throw unreleased('its migrations have no digests')
  const { rows } = await client.query<{ name: string; digest: string }>(
    'select name, digest from schema_migrations order by name',
  )
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

const unreleased = (sign: string) =>
  new SchemaError(
    `This database was made by an unreleased version of Scorebook: ${sign}. Before 1.0.0 migrations are rewritten in place; start with an empty folder or database, or run the version that made it.`,
  )

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => MIGRATION.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, FOLDER), 'utf8')
      return { name: file.slice(0, -'.sql'.length), text, digest: digestOf(text) }
    }),
  )
}

/** Unifies the line ends first, because git may check files out with other line ends on Windows. */
export const digestOf = (text: string) =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** Opens a connection for `work`. If the URL names several servers, it is a connection to the primary. */
export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connected(connection)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** If several servers say that they are the primary, we take the one that was promoted last. */
async function connected(connection: Connection): Promise<pg.Client> {
  const hosts = hostsOf(connection)
  if (hosts.length === 1) return opened(hosts, connection, PATIENCE)
  const attempts = await Promise.allSettled(
    hosts.map((host) => opened([host], connection, PATIENCE_OF_SEVERAL)),
  )
  const clients = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  if (clients.length === 0) return opened(hosts, connection, PATIENCE)
  const named = hosts.map(({ name }) => name).join(', ')
  const found = await Promise.all(clients.map(placeOf))
  const [primary, ...others] = found.toSorted((one, other) => other.timeline - one.timeline)
  await Promise.all(others.map(({ client }) => client.end()))
  if (primary && primary.timeline > 0 && others.every(({ system }) => system === primary.system))
    return primary.client
  await primary?.client.end()
  throw new SchemaError(
    new Set(found.map(({ system }) => system)).size > 1
      ? `SCOREBOOK_DATABASE_URL: its servers (${named}) do not have the same database. Name one primary and the standbys that follow it.`
      : `SCOREBOOK_DATABASE_URL: of its servers (${named}) none that answers is a primary. Promote one, or name the primary.`,
  )
}

/** The timeline of the server: it rises with each promotion. It is 0 for a standby. */
async function placeOf(client: pg.Client): Promise<{ client: pg.Client; timeline: number; system: string }> {
  const { rows } = await client.query<{ timeline: number; system: string }>(`
    select system_identifier::text as system, case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline
    from pg_control_system()`)
  const [{ timeline, system } = { timeline: 0, system: '' }] = rows
  return { client, timeline, system }
}

/** The longest wait for a connection, in milliseconds. */
const PATIENCE = 10_000
/** The longest wait for each of several servers, in milliseconds. It is shorter, because one of the servers may have failed. */
const PATIENCE_OF_SEVERAL = 3_000

async function opened([host]: Host[], connection: Connection, patience: number): Promise<pg.Client> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({
      ...host?.config,
      application_name: 'scorebook migrate',
      connectionTimeoutMillis: patience,
    })
    client.on('error', () => {}) // the next statement fails, too
    await client.connect()
    return client
  } catch (error) {
    throw new CannotConnect(connection, client, error)
  }
}
