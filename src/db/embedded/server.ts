/** The embedded PostgreSQL. It is started or found running, kept running, and stopped when the last process that uses it ends. */
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
  /** The settings for a connection. They stay valid when the server restarts. */
  connection: Settings
  /** The settings for the account that supervises the server and makes backups. */
  administrator: Settings
  folder: string
  /** Ends the supervision. If no other Scorebook process uses the server, stops it. */
  stop(): Promise<void>
}

/**
 * Starts the server of a data folder, or uses it if it runs. With `exclusive`, only one process can serve from `dir`; a second
 * one gets the error `DataFolderInUse`.
 */
export async function startEmbeddedServer(options: {
  dir: string
  log: Log
  exclusive: boolean
  /** How much memory a server that we start may use. By default it is little. */
  memory?: Memory
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

/** For a process that uses a server which another process has started. The last process to end stops the server. */
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
