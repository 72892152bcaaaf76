/** PostgreSQL servers that follow one another, made with the embedded binaries and a base backup. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  chmod,
  chown,
  copyFile,
  mkdir,
  open,
  readFile,
  readdir,
  rm,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Account } from '../src/db/embedded/account.ts'
import { type Cluster, dataArgument, openCluster, openFolder } from '../src/db/embedded/cluster.ts'
import { SMALL } from '../src/db/embedded/memory.ts'
import { endOrphans } from '../src/db/embedded/processes.ts'
import { QUIT_PATIENCE } from './end-servers.ts'
import { waitFor } from './wait-for.ts'

interface Address {
  /** The folder with the server's socket. */
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** In milliseconds: how long a server may take to start, to follow or to be promoted on a busy machine. */
const PATIENCE = 60_000

/** A test's own server. Nobody restarts it when it ends. */
export class Replica {
  readonly name: string
  readonly cluster: Cluster
  #child: ChildProcess | undefined

  private constructor(name: string, cluster: Cluster) {
    this.name = name
    this.cluster = cluster
  }

  /** Makes a primary with an empty database called `scorebook`. */
  static async primary(folder: string, name: string, settings: Settings = {}): Promise<Replica> {
    const own = await openFolder(path.join(folder, name))
    await chmod(own, REACHABLE)
    const cluster = await openCluster(own, SMALL)
    const replica = new Replica(name, cluster)
    await appendFile(path.join(cluster.data, 'pg_hba.conf'), REPLICATION)
    await replica.configure({ wal_keep_size: '512MB', ...settings })
    await replica.start()
    return replica
  }

  /** Makes a standby of a running server. The server's `pg_hba.conf` must allow it. */
  static async standbyOf(
    source: Pick<Cluster, 'data' | 'account' | 'binaries' | 'password'>,
    folder: string,
    name: string,
    settings: Settings = {},
  ): Promise<Replica> {
    const own = await openFolder(path.join(folder, name))
    await chmod(own, REACHABLE)
    const data = path.join(own, 'cluster')
    const replica = new Replica(name, {
      ...source,
      folder: own,
      data,
      log: path.join(own, 'postgresql.log'),
      memory: SMALL,
    })
    await replica.become(source, settings)
    return replica
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** How Scorebook reaches this server. */
  get address(): Address {
    return { ...this.administrator, user: 'scorebook', database: 'scorebook' }
  }

  get administrator(): Address {
    return administratorOf(this.cluster)
  }

  /** Replaces its data by a new copy of the primary, and follows the primary. */
  async become(source: Pick<Cluster, 'data' | 'password'>, settings: Settings = {}): Promise<void> {
    const { data, account } = this.cluster
    await rm(data, { recursive: true, force: true })
    await withClient(administratorOf(source), async (client) => {
      await client.query(`select pg_backup_start('standby', fast => true)`)
      await copyTree(source.data, data, account)
      const { rows } = await client.query<{ labelfile: string }>(
        `select labelfile from pg_backup_stop(wait_for_archive => false)`,
      )
      await this.#write('backup_label', rows[0]?.labelfile ?? '')
      await this.#write('standby.signal', '')
    })
    await this.configure({ primary_conninfo: this.#conninfo(source), ...settings })
    await this.start()
  }

  /** Makes this standby follow another primary. */
  async follow(primary: Replica): Promise<void> {
    await this.configure({ primary_conninfo: this.#conninfo(primary.cluster) })
    await this.query('select pg_reload_conf()')
  }

  async promote(): Promise<void> {
    await this.query(`select pg_promote(true, ${PATIENCE / 1000})`)
  }

  /** Appends lines to the settings. PostgreSQL uses the last line of each setting. */
  async configure(settings: Settings): Promise<void> {
    const lines = Object.entries(settings).map(
      ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
    )
    await appendFile(path.join(this.cluster.data, 'postgresql.auto.conf'), lines.join(''))
  }

  async start(): Promise<void> {
    const { cluster } = this
    const log = await open(cluster.log, 'a', 0o600)
    const settings = {
      listen_addresses: '',
      unix_socket_directories: '.',
      port: '5432',
      jit: 'off',
      timezone: 'UTC',
      // Shared memory as a file in the data folder: what a killed server leaves elsewhere stays until the machine restarts.
      dynamic_shared_memory_type: 'mmap',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(path.join(cluster.binaries.bin, 'postgres'), ['-D', dataArgument(cluster), ...args], {
      cwd: cluster.data,
      env: cluster.binaries.env,
      stdio: ['ignore', log.fd, log.fd],
      ...cluster.account,
    })
    this.#child = child
    await log.close()
    const isReady = () =>
      this.query('select 1').then(
        () => true,
        () => false,
      )
    try {
      await waitFor(`${this.name} to take connections`, async () => {
        if (child.exitCode !== null) throw new Error(`${this.name} has ended.`)
        return isReady()
      })
    } catch (error) {
      await this.end()
      throw new Error(await readFile(cluster.log, 'utf8'), { cause: error })
    }
  }

  /** Kills the postmaster and then its remaining processes. The next start cleans up the rest. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || !this.isRunning) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    await endOrphans(this.cluster.data)
  }

  /** Ends the server for ever. */
  async end(): Promise<void> {
    const child = this.#child
    if (child === undefined || !this.isRunning) return
    const exited = once(child, 'exit')
    // Not by the file with its id: the data may be deleted already, and the server itself looks only once a minute.
    child.kill('SIGQUIT')
    const frozen = setTimeout(() => child.kill('SIGKILL'), QUIT_PATIENCE)
    await exited
    clearTimeout(frozen)
    await endOrphans(this.cluster.data)
  }

  query<R extends pg.QueryResultRow>(statement: string, database = 'postgres'): Promise<R[]> {
    return asAdministrator<R>(this.cluster, statement, database)
  }

  #conninfo(source: Pick<Cluster, 'data' | 'password'>): string {
    const { host, port, user, password } = administratorOf(source)
    return `host=${host} port=${port} user=${user} password=${password} application_name=${this.name}`
  }

  async #write(name: string, text: string): Promise<void> {
    const file = path.join(this.cluster.data, name)
    await writeFile(file, text, { mode: 0o600 })
    const { account } = this.cluster
    if (account) await chown(file, account.uid, account.gid)
  }
}

/** The mode of folders. PostgreSQL may run as another account, and a standby must reach the primary's socket. */
export const REACHABLE = 0o711

type Settings = Record<string, string>

/** The line in `pg_hba.conf` that lets standbys connect. */
export const REPLICATION = 'local replication all scram-sha-256\n'

/** Makes a URL that lists several servers by their socket folders. */
export function urlOf(
  addresses: Pick<Address, 'host' | 'port' | 'user' | 'password' | 'database'>[],
): string {
  const [first] = addresses
  if (first === undefined) throw new Error('There must be a server.')
  const query = new URLSearchParams({
    host: addresses.map(({ host }) => host).join(','),
    port: addresses.map(({ port }) => port).join(','),
  })
  return `postgresql://${first.user}:${first.password}@/${first.database}?${query}`
}

export const asAdministrator = <R extends pg.QueryResultRow>(
  server: Pick<Cluster, 'data' | 'password'>,
  statement: string,
  database = 'postgres',
): Promise<R[]> =>
  withClient(
    { ...administratorOf(server), database },
    async (client) => (await client.query<R>(statement)).rows,
  )

const administratorOf = ({ data, password }: Pick<Cluster, 'data' | 'password'>): Address => ({
  host: data,
  port: 5432,
  user: 'postgres',
  password,
  database: 'postgres',
})

async function withClient<T>(address: Address, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(address)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Files that are not copied, because a server makes them itself or gets them from the primary. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|standby\.signal|backup_label|\.s\.PGSQL.*)$/
const LEFT_EMPTY =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/

/** Copies a folder of a running server. Its files may change and disappear meanwhile, as in any base backup. */
async function copyTree(from: string, to: string, account: Account | undefined, top = true): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  if (account) await chown(to, account.uid, account.gid)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (top && LEFT_OUT.test(entry.name)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (top && LEFT_EMPTY.test(entry.name)) {
      await mkdir(target, { mode: 0o700 })
      if (account) await chown(target, account.uid, account.gid)
    } else if (entry.isDirectory()) await copyTree(source, target, account, false)
    else if (entry.isFile()) {
      const copied = await copyFile(source, target).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
          return false
        },
      )
      if (copied && account) await chown(target, account.uid, account.gid)
    }
  }
}
