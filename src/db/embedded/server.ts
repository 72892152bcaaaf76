/** The embedded PostgreSQL: starts it or finds it running, keeps it running, and stops it after its last user. */
import { findAddress } from './address.ts'
import { lockForServing, lockForUse, oneAtATime, isUsed } from './folder-locks.ts'
import { type Programs, openCluster, openFolder } from './cluster.ts'
import { explain } from './errors.ts'
import type { Lock } from './lock.ts'
import { type Memory, SMALL } from './memory.ts'
import { stopServer } from './postmaster.ts'
import { Supervision, type Log } from './supervision.ts'

export { CannotStart, DataFolderInUse } from './errors.ts'

interface Settings {
  host: string
  port: number
  user: string
  password: string
  database: string
}

export interface EmbeddedServer {
  /** How `pg` connects to the database `scorebook`. It stays the same when the server restarts. */
  connection: Settings
  /** The connection of the account that supervises the server and makes its backups. */
  administrator: Settings
  /** The data folder. */
  folder: string
  /** Ends supervision; stops the server unless another Scorebook process uses it. */
  stop(): Promise<void>
}

/**
 * Creates `dir` if it doesn't exist. With `exclusive` only one process can serve from the folder, and a second one gets
 * `DataFolderInUse`. Without it, processes share a running server. All other faults are a `CannotStart`.
 */
export async function startEmbeddedServer(options: {
  dir: string
  log: Log
  exclusive: boolean
  /** The memory for a server that we start, by default small. A running server keeps its own. */
  memory?: Memory
  /** The PostgreSQL to run; by default the package in node_modules. */
  programs?: Programs
}): Promise<EmbeddedServer> {
  const folder = await openFolder(options.dir)
  let serving: Lock | undefined
  try {
    if (options.exclusive) serving = await lockForServing(folder)
    const { log } = options
    return await oneAtATime(folder, () => begin(folder, options, serving), waiting(folder, log))
  } catch (error) {
    serving?.release()
    throw explain(folder, error)
  }
}

async function begin(
  folder: string,
  {
    log,
    memory = SMALL,
    programs,
  }: Pick<Parameters<typeof startEmbeddedServer>[0], 'log' | 'memory' | 'programs'>,
  serving: Lock | undefined,
): Promise<EmbeddedServer> {
  const cluster = await openCluster(folder, memory, programs)
  const address = await findAddress(folder, cluster.data)
  const supervision = new Supervision(cluster, address, log)
  const use = lockForUse(folder)
  try {
    await supervision.begin()
  } catch (error) {
    use.release()
    await address.release()
    throw error
  }

  async function end(): Promise<void> {
    try {
      await supervision.end()
      await oneAtATime(
        folder,
        async () => {
          use.release()
          const left = isUsed(folder) ? undefined : await stopServer(cluster)
          if (left !== undefined) log('error', isLeft(left), { folder })
        },
        waiting(folder, log),
      )
      await address.release()
    } finally {
      use.release()
      serving?.release()
    }
  }

  let ended: Promise<void> | undefined
  const { host, port } = address
  const as = (user: string, database: string) => ({ host, port, user, password: cluster.password, database })
  return {
    connection: as('scorebook', 'scorebook'),
    administrator: as('postgres', 'postgres'),
    folder,
    stop: () => (ended ??= end()),
  }
}

/**
 * For another process of the service that runs the server. The server runs as long as somebody uses it; its last user stops it.
 * That can be this process, if the service ended before.
 */
export async function shareEmbeddedServer(dir: string, log: Log): Promise<{ stop(): Promise<void> }> {
  const folder = await openFolder(dir)
  const inTurn = <T>(work: () => Promise<T>) => oneAtATime(folder, work, waiting(folder, log))
  const use = await inTurn(async () => lockForUse(folder))
  return {
    stop: () =>
      inTurn(async () => {
        use.release()
        const left = isUsed(folder) ? undefined : await stopServer(await openCluster(folder, SMALL))
        if (left !== undefined) log('error', isLeft(left), { folder })
      }),
  }
}

const isLeft = (pid: number) =>
  `PostgreSQL (process ${pid}) was asked to stop, and has not stopped yet. Scorebook does not wait any longer. ` +
  `If PostgreSQL hangs, \`kill -9 ${pid}\` ends it, and nothing that was acknowledged is lost.`

function waiting(folder: string, log: Log): () => void {
  return () => log('info', 'Waiting for another process that starts or stops PostgreSQL.', { folder })
}
