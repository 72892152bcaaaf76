/** What a run is measured on: a PostgreSQL of its own, migrated, in a folder that is gone when the run is over. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'

export type ServerConnection = EmbeddedServer['connection']

/**
 * `folder` may be used by the run; the server's durable settings are those of a service. The first signal ends the run in
 * good order: the server stops, so that what the run waits for fails, and the run ends what it started. The next signal
 * ends it at once.
 */
export async function onTemporaryServer(
  run: (connection: ServerConnection, folder: string) => Promise<void>,
): Promise<void> {
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => {})
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      process.stderr.write('The run is being stopped.\n')
      process.exitCode = 1
      stopped.reject(STOPPED)
    })
  const folder = await mkdtemp(join(tmpdir(), 'scorebook-bench-'))
  try {
    const server = await startEmbeddedServer({ dir: folder, exclusive: false, log: () => {} })
    let running: Promise<void> | undefined
    try {
      await migrate(server.connection)
      running = run(server.connection, folder)
      await Promise.race([running, stopped.promise])
    } finally {
      await server.stop()
      await running?.catch(() => {}) // an earlier error is thrown already
    }
  } catch (error) {
    if (error !== STOPPED) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const STOPPED = new Error('The run was stopped.')

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
