/** Before all tests: starts the embedded PostgreSQL, and migrates a template database. Each file's database is a clone of it. */
import { access, appendFile, chmod, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../src/db/embedded/cluster.ts'
import { SMALL } from '../src/db/embedded/memory.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { SERVER, STANDBY, TEMPLATE, createDatabase } from './database.ts'
import { REACHABLE, REPLICATION, Replica, asAdministrator } from './replicas.ts'

/** The folder in which Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** The space that a run may need, in bytes. It uses some 1.5 GiB, most of it for PostgreSQL's log of changes. */
const ROOM = 4 * 2 ** 30

/**
 * Runs `work` with a test server, in a folder that is removed at the end. `afterwards` sees the folder after the server has
 * stopped. The folder's name is short, because it has sockets in it, and a socket's path may have only some hundred characters.
 */
export async function onTestServer(
  work: (folder: string) => Promise<void>,
  {
    afterwards = async () => {},
    within = tmpdir(),
  }: { afterwards?: (folder: string) => Promise<void>; within?: string } = {},
): Promise<void> {
  await inFolder(within, async (folder) => {
    const server = await startTestServer(folder)
    const standby = await standbyFor(folder)
    try {
      await work(folder)
    } finally {
      await standby?.end()
      await server.stop()
    }
    await afterwards(folder)
  })
}

/** Makes a folder, and removes it after the work. */
async function inFolder(within: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(within, 'sb-'))
  // Some tests start PostgreSQL as another account. It must be able to reach its folder in this one.
  await chmod(folder, 0o711)
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * The folder for the files of a run. It is in memory if there are `room` bytes: a database then takes 0.05 CPU seconds to make
 * instead of 0.25, and a server a third of the time. What a killed server wrote stays in both kinds of folder. PostgreSQL may run
 * from a copy in this folder, so it must allow programs to run.
 */
export async function quickFolder(room = ROOM): Promise<string> {
  const probe = await mkdtemp(join(MEMORY, 'sb-')).catch(() => undefined)
  if (probe === undefined) return tmpdir()
  try {
    const { bavail, bsize } = await statfs(probe)
    if (Math.min(bavail * bsize, process.availableMemory()) < room) return tmpdir()
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

/** Starts the server, and puts its address into the environment for the test processes. */
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

/**
 * With `SCOREBOOK_TEST_STANDBY=500ms` the services read from a standby that is 500 ms behind. Each request of a test process
 * carries the newest position that this process knows, because a test expects to see what it has changed.
 */
async function standbyFor(folder: string): Promise<Replica | undefined> {
  const delay = process.env['SCOREBOOK_TEST_STANDBY']
  if (!delay) return undefined
  const cluster = await openCluster(join(folder, 'server'), SMALL)
  await chmod(cluster.folder, REACHABLE)
  await appendFile(join(cluster.data, 'pg_hba.conf'), REPLICATION)
  await asAdministrator(cluster, `alter system set wal_keep_size = '1GB'`)
  await asAdministrator(cluster, 'select pg_reload_conf()')
  const settings = { recovery_min_apply_delay: delay, wal_retrieve_retry_interval: '100ms' }
  const standby = await Replica.standbyOf(cluster, folder, 'standby', settings)
  process.env[STANDBY] = standby.address.host
  return standby
}
