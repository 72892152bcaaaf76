/** The embedded PostgreSQL: starts it or finds it running, keeps it running while it is used, and stops it after the last use. */
import { findAddress } from './address.ts'
import { lockForServing, lockForUse, oneAtATime, isUsed } from './folder-locks.ts'
import { openCluster, openFolder } from './cluster.ts'
import { explain } from './errors.ts'
import type { Lock } from './lock.ts'
import { type Memory, SMALL } from './memory.ts'
import { stopServer } from './postmaster.ts'
import { Supervision, type Log } from './supervision.ts'

export { CannotStart, DataFolderInUse } from './errors.ts'

export interface EmbeddedServer {
  /** How `pg` connects to the database `scorebook` (stays the same over restarts of the server). */
  connection: { host: string; port: number; user: string; password: string; database: string }
  /** Ends supervision; stops the server unless another Scorebook process uses it. */
  stop(): Promise<void>
}

/**
 * Creates `dir` if it doesn't exist. With `exclusive` only one process may serve from the folder: a second one gets
 * `DataFolderInUse`. Without it, processes share a running server. Other faults are a `CannotStart`.
 */
export async function startEmbeddedServer(options: {
  dir: string
  log: Log
  exclusive: boolean
  /** For a server that is started; one that runs keeps its own. By default it is small. */
  memory?: Memory
}): Promise<EmbeddedServer> {
  const folder = await openFolder(options.dir)
  let serving: Lock | undefined
  try {
    if (options.exclusive) serving = await lockForServing(folder)
    const { log, memory = SMALL } = options
    return await oneAtATime(folder, () => begin(folder, log, memory, serving), waiting(folder, log))
  } catch (error) {
    serving?.release()
    throw explain(folder, error)
  }
}

async function begin(
  folder: string,
  log: Log,
  memory: Memory,
  serving: Lock | undefined,
): Promise<EmbeddedServer> {
  const cluster = await openCluster(folder, memory)
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
  return {
    connection: { host, port, user: 'scorebook', password: cluster.password, database: 'scorebook' },
    stop: () => (ended ??= end()),
  }
}

/**
 * For another process of the service that runs the server: the server is kept while this process uses it, and whoever uses it
 * last stops it, be it because the service is gone.
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
  `PostgreSQL (process ${pid}) was told to stop, and has not stopped yet. It is left to itself, and stops when it can; ` +
  `if it hangs, \`kill -9 ${pid}\` ends it, and nothing that was acknowledged is lost.`

function waiting(folder: string, log: Log): () => void {
  return () => log('info', 'Waiting for another process that starts or stops PostgreSQL.', { folder })
}
