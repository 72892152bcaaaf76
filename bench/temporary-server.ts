/** A migrated PostgreSQL for one run, in a folder that is deleted afterwards. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { memoryOf } from '../src/db/embedded/memory.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'

export type ServerConnection = EmbeddedServer['connection']

/** On a signal it stops the server. The run's statements then fail, and the run ends its processes. */
export async function onTemporaryServer(
  run: (connection: ServerConnection, folder: string, server: EmbeddedServer) => Promise<void>,
): Promise<void> {
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => {})
  let asked = false
  const stop = () => {
    asked = true
    stopped.reject(new Error('The run was stopped.'))
  }
  // A run can get one signal three times, because Ctrl-C reaches the whole group, and npm and bin/run.js pass it on.
  for (const signal of SIGNALS) process.on(signal, stop)
  process.stdout.on('error', stop) // for example after `| head`, which stops reading
  const folder = await mkdtemp(join(tmpdir(), 'scorebook-bench-'))
  try {
    const server = await startEmbeddedServer({
      dir: folder,
      exclusive: false,
      log: () => {},
      memory: memoryOf({}),
    })
    let running: Promise<void> | undefined
    try {
      await migrate(server.connection)
      running = run(server.connection, folder, server)
      await Promise.race([running, stopped.promise])
    } finally {
      await server.stop()
      await running?.catch(() => {}) // the earlier error is thrown
    }
  } catch (error) {
    if (!asked) throw error // after a signal the stop itself has caused the error
    process.exitCode = 1
    print('The run was stopped.')
  } finally {
    await rm(folder, { recursive: true, force: true })
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export async function databaseBeside(connection: ServerConnection, name: string): Promise<ServerConnection> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
  const beside = { ...connection, database: name }
  await migrate(beside)
  return beside
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
