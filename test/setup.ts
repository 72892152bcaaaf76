/** Before all tests: one embedded PostgreSQL, with a migrated database that each test file's own is cloned from. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { SERVER, TEMPLATE, createDatabase } from './database.ts'

/**
 * Runs `work` beside a test server, in a folder that goes with it; `afterwards` looks at the folder once the server has
 * stopped. Its name is short: sockets lie in the folder, whose paths have some hundred characters at most.
 */
export async function onTestServer(
  work: (folder: string) => Promise<void>,
  afterwards: (folder: string) => Promise<void> = async () => {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  // Some tests start PostgreSQL as another account, which must reach its folder in here.
  await chmod(folder, 0o711)
  try {
    const server = await startTestServer(folder)
    try {
      await work(folder)
    } finally {
      await server.stop()
    }
    await afterwards(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Its address is in the environment then, for the processes of the tests. */
async function startTestServer(folder: string): Promise<EmbeddedServer> {
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
