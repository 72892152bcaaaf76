/** Before all tests: starts the embedded PostgreSQL and migrates the template, which each file's database is cloned from. */
import { access, appendFile, chmod, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../src/db/embedded/cluster.ts'
import { SMALL } from '../src/db/embedded/memory.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { SERVER, STANDBY, TEMPLATE, createDatabase } from './database.ts'
import { REACHABLE, REPLICATION, Replica, asAdministrator } from './replicas.ts'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** In bytes. A run takes some 1.5 GiB there, most of it PostgreSQL's log of changes. */
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

/** A folder that goes with the work. */
async function inFolder(within: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(within, 'sb-'))
  // Some tests start PostgreSQL as another account, which must reach its folder in here.
  await chmod(folder, 0o711)
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * The folder for the files of a run: in memory where that has `room` bytes, as a database costs 0.05 CPU seconds to make there
 * and 0.25 on a disk, and a server a third of the time. What a killed server wrote stays in both. PostgreSQL may run from a copy
 * in the folder, so programs must be allowed to.
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

/** Puts the server's address into the environment, for the processes of the tests. */
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
 * With `SCOREBOOK_TEST_STANDBY=500ms` the services of the tests read at a standby that is this much behind. The newest position
 * that a process of the tests knows goes with each of its requests, as tests expect to see what others have done.
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
