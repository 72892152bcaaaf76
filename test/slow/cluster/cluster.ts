/** Three machines with etcd, Patroni and PostgreSQL, set up with the files of ship/cluster/. */
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { socketOf } from '../../../src/db/connection.ts'
import { waitFor } from '../../wait-for.ts'
import { Machine } from './machine.ts'
import { type Page, readPage } from './page.ts'
import { PIPE, Watchdog } from './watchdog.ts'

const SHIPPED = new URL('../../../ship/cluster/', import.meta.url)
const ADDRESSES = { a: '10.0.0.11', b: '10.0.0.12', c: '10.0.0.13' }
/** Where a release is unpacked. */
const UNPACKED = '/opt/scorebook/ship/cluster'
const CONFIG = '/etc/patroni/config.yml'

/** What the units of Debian start. */
const PROGRAMS = {
  etcd: {
    account: 'etcd',
    env: { ETCD_DATA_DIR: '/var/lib/etcd/default' },
    environment: '/etc/default/etcd',
    command: ['etcd'],
  },
  patroni: {
    account: 'postgres',
    env: {},
    environment: '/etc/patroni_env.conf',
    command: ['patroni', CONFIG],
  },
}

/** In milliseconds. */
const PAUSE = 200
/** An address in the network that no machine has. */
const NOBODY = '02:00:00:00:00:01'
/** In milliseconds: more than one round of Patroni. */
const RELOADED = 15_000
/** In milliseconds: how long a machine is away when its watchdog restarts it. */
const RESTART = 10_000

interface Options {
  /** A folder on a disk. */
  folder: string
  /** The root file system of `debianRoot`. */
  root: string
  tell: (line: string) => void
}

interface Role {
  machine: Machine
  isPrimary: boolean
}

export class PatroniCluster {
  readonly machines: Machine[]
  readonly #watchdogs = new Map<string, Watchdog>()
  readonly #tell: Options['tell']
  readonly #page: Page
  #isWatched = true
  #isOver = false

  private constructor({ folder, root, tell }: Options, page: Page) {
    this.#page = page
    this.#tell = tell
    this.machines = Object.entries(ADDRESSES).map(
      ([name, address]) =>
        new Machine({
          name,
          address,
          root,
          folder: join(folder, name),
          programs: PROGRAMS,
          prepare: (machine) => this.#prepare(machine),
          off: () => this.#watchdogs.get(name)?.end(),
        }),
    )
  }

  /** Three machines that are off. */
  static async in(options: Options): Promise<PatroniCluster> {
    await mkdir(options.folder, { recursive: true })
    return new PatroniCluster(options, await readPage())
  }

  /** Starts the machines, and makes the database once they have a primary. */
  async start(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.boot()))
    await this.whole()
    const primary = await this.primary()
    await primary.run(['sh', '-ec', this.#page.once], { account: 'postgres' })
  }

  /** The setting of the service, with the servers in this order. */
  url(machines: readonly Machine[]): string {
    return this.#page.url.replace(/@[^/]+/, `@${machines.map(({ address }) => address).join()}`)
  }

  /** Each machine whose server answers. */
  async roles(): Promise<Role[]> {
    const answers = await Promise.all(
      this.machines.map(async (machine) => {
        const [row] = await query<{ standby: boolean }>(
          machine,
          'select pg_is_in_recovery() as standby',
        ).catch(() => [])
        return row ? [{ machine, isPrimary: !row.standby }] : []
      }),
    )
    return answers.flat()
  }

  async primary(): Promise<Machine> {
    let found: Machine | undefined
    await waitFor('a primary', async () => {
      const primaries = (await this.roles()).filter(({ isPrimary }) => isPrimary)
      found = primaries.length === 1 ? primaries[0]?.machine : undefined
      if (found === undefined) await sleep(PAUSE)
      return found !== undefined
    })
    return found as Machine
  }

  /** Waits for a primary that two standbys stream from, and that waits for one of them at each commit. */
  async whole(): Promise<void> {
    await waitFor(
      'a primary and two standbys',
      async () => {
        await sleep(PAUSE)
        const roles = await this.roles()
        const primary = roles.find(({ isPrimary }) => isPrimary)
        if (roles.length < this.machines.length || primary === undefined) return false
        const [row] = await query<{ n: number; names: string }>(
          primary.machine,
          `select count(*)::int as n, current_setting('synchronous_standby_names') as names
             from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'`,
        ).catch(() => [])
        return row !== undefined && row.n === 2 && row.names.startsWith('ANY 1 ')
      },
      180_000,
    )
  }

  /** Runs patronictl on a machine. */
  ctl(machine: Machine, ...args: string[]): Promise<string> {
    return machine.run(['patronictl', '-c', CONFIG, ...args], { account: 'postgres' })
  }

  query = query

  /** Says whether Patroni must have a watchdog, or must do without one. */
  async watch(isWatched: boolean): Promise<void> {
    if (this.#isWatched === isWatched) return
    this.#isWatched = isWatched
    for (const machine of this.machines) {
      await this.#configure(await machine.files())
      // Patroni 4.1 gives a watchdog up when it reloads its settings, but takes one only when it starts.
      await machine.signal('patroni', isWatched ? 'SIGKILL' : 'SIGHUP')
      if (isWatched) await machine.start('patroni')
    }
    await sleep(RELOADED)
  }

  /** Loses everything that these machines send each other, or no longer. Others reach both. */
  async separate(one: Machine, other: Machine, isSeparate: boolean): Promise<void> {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const neighbour = ['dev', 'eth0', ...(isSeparate ? ['lladdr', NOBODY, 'nud', 'permanent'] : [])]
      const command = ['ip', 'neigh', isSeparate ? 'replace' : 'del', to.address, ...neighbour]
      await from.run(command, { outside: true })
    }
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.machines.map((machine) => machine.cut()))
  }

  async #prepare(machine: Machine): Promise<void> {
    const root = await machine.files()
    if (!existsSync(root + UNPACKED)) {
      await cp(SHIPPED, root + UNPACKED, { recursive: true })
      await machine.run(['sh', '-ec', this.#page.onEach(machine.name, machine.address)])
    }
    await this.#configure(root)
    await mkdir(join(root, 'run/postgresql'))
    await chmod(join(root, 'run/postgresql'), 0o1777)
    const failed = (error: unknown) => this.#tell(`${machine.name} could not be restarted: ${String(error)}`)
    const expired = async () => {
      this.#tell(`the watchdog of ${machine.name} restarts it`)
      await machine.cut()
      await sleep(RESTART)
      if (!this.#isOver) await machine.boot()
    }
    this.#watchdogs.set(machine.name, await Watchdog.in(root, () => void expired().catch(failed)))
  }

  /** The watchdog is the only part of the shipped file that is another one here. */
  async #configure(root: string): Promise<void> {
    const file = root + CONFIG
    const text = (await readFile(file, 'utf8'))
      .replace('device: /dev/watchdog', `device: ${PIPE}\n  driver: testing`)
      .replace(/mode: (required|'off')/, this.#isWatched ? 'mode: required' : "mode: 'off'")
    await writeFile(file, text)
  }
}

async function query<R extends pg.QueryResultRow>(
  machine: Machine,
  statement: string,
  database = 'postgres',
): Promise<R[]> {
  const client = new pg.Client({
    host: machine.address,
    user: 'postgres',
    password: 'secret-of-postgres',
    database,
    connectionTimeoutMillis: 1_000,
    query_timeout: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<R>(statement)).rows
  } finally {
    socketOf(client).destroy() // a frozen server does not say goodbye
  }
}
