/** The database of a command: the configured server, or the embedded one for as long as the command needs it. */
import type { Config } from '../config.ts'
import { type Connection, Database } from '../db/database.ts'
import { memoryOf } from '../db/embedded/memory.ts'
import { startEmbeddedServer } from '../db/embedded/server.ts'
import { migrate } from '../db/migrate.ts'

type Log = Parameters<typeof startEmbeddedServer>[0]['log']

export interface OpenServer {
  connection: Connection
  close: () => Promise<void>
}

/** `exclusive` is for the one process that serves from the folder. */
export async function openServer(config: Config, log: Log, { exclusive = false } = {}): Promise<OpenServer> {
  if (config.databaseUrl !== undefined) return { connection: config.databaseUrl, close: async () => {} }
  const server = await startEmbeddedServer({
    dir: config.dataDir,
    log,
    exclusive,
    memory: memoryOf(config.memory),
  })
  return { connection: server.connection, close: () => server.stop() }
}

/** Runs a short command's work on the migrated database. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const server = await openServer(config, onlyErrors)
  try {
    await migrate(server.connection)
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

/** A short command prints only its own output, and of the server only errors. */
export const onlyErrors: Log = (level, message) => {
  if (level === 'error') process.stderr.write(`${message}\n`)
}
