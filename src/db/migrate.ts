/** Brings a database to the schema this code needs: `migrations/NNNN-name.sql`, forward only, one transaction each. */
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Connection } from './database.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** An arbitrary constant: each migration of a Scorebook database takes this advisory lock for its transaction. */
const LOCK = 5_707_270_653

/** The database can't be used by this code; the message says why and what would be right. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

/** The server refuses the connection, or doesn't exist; the cause is its error or the system's. */
export class CannotConnect extends Error {
  override name = 'CannotConnect'
  readonly server: { host: string; port: number; user: string; database: string }
  /** The database was given as a URL, so it isn't the embedded one. */
  readonly byUrl: boolean

  constructor(connection: Connection, client: pg.Client | undefined, cause: unknown) {
    super('The database cannot be connected to.', { cause })
    const { host = '', port = 5432, user = '', database = '' } = client ?? {}
    this.server = { host, port, user, database }
    this.byUrl = typeof connection === 'string'
  }
}

/**
 * Applies the missing migrations and returns their names. Several instances may call it at once: each migration holds a
 * lock until its commit, so it runs once.
 */
export async function migrate(connection: Connection): Promise<string[]> {
  return withClient(connection, async (client) => {
    await refuseOlderServer(client)
    const applied: string[] = []
    for (const name of await migrationNames()) if (await apply(client, name)) applied.push(name)
    await refuseNewerSchema(client)
    return applied
  })
}

/** The names of the migrations that the database lacks, in order; changes nothing. */
export async function pendingMigrations(connection: Connection): Promise<string[]> {
  return withClient(connection, async (client) => {
    await refuseOlderServer(client)
    await refuseNewerSchema(client)
    const done = await appliedNames(client)
    return (await migrationNames()).filter((name) => !done.has(name))
  })
}

async function apply(client: pg.Client, name: string): Promise<boolean> {
  const text = await readFile(new URL(`${name}.sql`, FOLDER), 'utf8')
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`)
    await client.query(`
      create table if not exists schema_migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`)
    const { rowCount } = await client.query(
      'insert into schema_migrations (name) values ($1) on conflict do nothing',
      [name],
    )
    if (rowCount === 1) await client.query(text)
    await client.query('commit')
    return rowCount === 1
  } catch (error) {
    await client.query('rollback')
    throw new SchemaError(`Migration ${name} failed: ${String(error)}`, { cause: error })
  }
}

async function refuseNewerSchema(client: pg.Client): Promise<void> {
  const known = new Set(await migrationNames())
  const newer = [...(await appliedNames(client))].filter((name) => !known.has(name))
  if (newer.length === 0) return
  throw new SchemaError(
    `The database has migrations that this version of Scorebook does not know (${newer.join(', ')}). Run the version that made them, or a newer one.`,
  )
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

async function appliedNames(client: pg.Client): Promise<Set<string>> {
  const {
    rows: [table],
  } = await client.query<{ found: boolean }>(`select to_regclass('schema_migrations') is not null as found`)
  if (!table?.found) return new Set()
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return new Set(rows.map((row) => row.name))
}

async function migrationNames(): Promise<string[]> {
  const files = await readdir(FOLDER)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connected(connection)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connected(connection: Connection): Promise<pg.Client> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      application_name: 'scorebook migrate',
      connectionTimeoutMillis: 10_000,
    })
    await client.connect()
    return client
  } catch (error) {
    throw new CannotConnect(connection, client, error)
  }
}
