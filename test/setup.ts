/** Before all tests: one embedded PostgreSQL, with a migrated database that each test file's own is cloned from. */
import { access, chmod, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { SERVER, TEMPLATE, createDatabase } from './database.ts'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** A run takes some 1.5 GiB there, most of it PostgreSQL's log of changes. */
const ROOM = 4 * 2 ** 30

/**
 * Runs `work` beside a test server, in a folder that goes with it; `afterwards` looks at the folder once the server has
 * stopped. Its name is short: sockets lie in the folder, whose paths have some hundred characters at most.
 */
export async function onTestServer(
  work: (folder: string) => Promise<void>,
  {
    afterwards = async () => {},
    within = tmpdir(),
  }: { afterwards?: (folder: string) => Promise<void>; within?: string } = {},
): Promise<void> {
  const folder = await mkdtemp(join(within, 'sb-'))
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

/**
 * The folder for the files of a run: in memory where that has room, as a database costs 0.05 CPU seconds to make there and
 * 0.25 on a disk. PostgreSQL may run from a copy in the folder, so programs must be allowed to.
 */
export async function quickFolder(): Promise<string> {
  const probe = await mkdtemp(join(MEMORY, 'sb-')).catch(() => undefined)
  if (probe === undefined) return tmpdir()
  try {
    const { bavail, bsize } = await statfs(probe)
    if (Math.min(bavail * bsize, process.availableMemory()) < ROOM) return tmpdir()
    const program = join(probe, 'program')
    await writeFile(program, '', { mode: 0o755 })
    return await access(program, constants.X_OK).then(
      () => MEMORY,
      () => tmpdir(),
    )
  } finally {
    await rm(probe, { recursive: true })
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
