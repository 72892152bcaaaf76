/** Before all tests: one embedded PostgreSQL, with a migrated database that each test file's own is cloned from. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { TEMPLATE, createDatabase } from './database.ts'

let folder: string
let server: EmbeddedServer

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'scorebook-test-'))
  server = await startEmbeddedServer({ dir: folder, exclusive: false, log: () => {} })
  process.env['SCOREBOOK_TEST_SERVER'] = JSON.stringify(server.connection)
  await migrate(await createDatabase(TEMPLATE))
}

export async function globalTeardown(): Promise<void> {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
