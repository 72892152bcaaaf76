/** The database of a command: the server in the settings, or the embedded server, which runs at least until the command ends. */
import packageFile from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { createBackup } from '../db/backup/create.ts'
import { BackupFailed } from '../db/backup/folder.ts'
import { type Connection, Database } from '../db/database.ts'
import { memoryOf } from '../db/embedded/memory.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../db/embedded/server.ts'
import { hasData, migrate, pendingMigrations } from '../db/migrate.ts'

export type Log = Parameters<typeof startEmbeddedServer>[0]['log']

export interface OpenServer {
  connection: Connection
  embedded?: EmbeddedServer
  close: () => Promise<void>
}

/** `exclusive` is for the process that serves from the folder. */
export async function openServer(config: Config, log: Log, { exclusive = false } = {}): Promise<OpenServer> {
  if (config.databaseUrl !== undefined) return { connection: config.databaseUrl, close: async () => {} }
  const embedded = await openEmbedded(config, log, { exclusive })
  return { connection: embedded.connection, embedded, close: () => embedded.stop() }
}

export const openEmbedded = (config: Config, log: Log, { exclusive = false } = {}): Promise<EmbeddedServer> =>
  startEmbeddedServer({ dir: config.dataDir, log, exclusive, memory: memoryOf(config.memory) })

/** Applies the missing migrations and returns their names. An embedded database is backed up first. */
export async function migrateSafely(
  { connection, embedded }: OpenServer,
  { backup }: Config,
  log: Log,
): Promise<string[]> {
  if (
    embedded &&
    backup.enabled &&
    (await hasData(connection)) &&
    (await pendingMigrations(connection)).length > 0
  ) {
    const made = await createBackup(embedded, {
      folder: backup.folder,
      reason: 'before-migration',
      version: packageFile.version,
    }).catch((error: unknown) => {
      throw error instanceof BackupFailed
        ? new BackupFailed(
            `${error.message} The database needs migrations, and migrations need a backup. SCOREBOOK_BACKUP=off applies them without one.`,
          )
        : error
    })
    log('info', 'A backup was made before the migrations.', { backup: made.backup.name })
    if (made.trouble !== undefined) log('warn', made.trouble)
  }
  return migrate(connection)
}

/** Runs `work` for a short command. The database has all migrations by then. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const server = await openServer(config, onlyErrors)
  try {
    await migrateSafely(server, config, onlyErrors)
    const db = new Database(server.connection, { readers: 1, writers: 2 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await server.close()
  }
}

/** The log of a short command: it prints the server's errors and nothing else. */
export const onlyErrors: Log = (level, message) => {
  if (level === 'error') process.stderr.write(`${message}\n`)
}
