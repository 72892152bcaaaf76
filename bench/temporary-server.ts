/** What a run is measured on: a PostgreSQL of its own, migrated, in a folder that is gone when the run is over. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryOf } from '../src/db/embedded/memory.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'

export type ServerConnection = EmbeddedServer['connection']

/** `folder` may be used by the run; the server's settings are those of a service on this machine. */
export async function onTemporaryServer(
  run: (connection: ServerConnection, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scorebook-bench-'))
  try {
    const server = await startEmbeddedServer({
      dir: folder,
      exclusive: false,
      log: () => {},
      memory: memoryOf({}),
    })
    try {
      await migrate(server.connection)
      await run(server.connection, folder)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
