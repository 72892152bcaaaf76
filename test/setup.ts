/** Before all tests: one embedded PostgreSQL, with a migrated database that each test file's own is cloned from. */
import { join } from 'node:path'
import { type EmbeddedServer, startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { SERVER, TEMPLATE, createDatabase } from './database.ts'

/** Its address is in the environment then, for the processes of the tests. */
export async function startTestServer(folder: string): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dir: join(folder, 'server'), exclusive: false, log: () => {} })
  process.env[SERVER] = JSON.stringify(server.connection)
  try {
    await migrate(await createDatabase(TEMPLATE))
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}
