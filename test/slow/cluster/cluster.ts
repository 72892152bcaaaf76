/** Three machines with etcd, Patroni and PostgreSQL, set up with the files of ship/cluster/. */
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { socketOf } from '../../../src/db/connection.ts'
import { waitFor } from '../../wait-for.ts'
import { Machine } from './machine.ts'
import { PIPE, Watchdog } from './watchdog.ts'

const SHIPPED = new URL('../../../ship/cluster/', import.meta.url)
const ADDRESSES = { a: '10.0.0.11', b: '10.0.0.12', c: '10.0.0.13' }
const ACCOUNT = { user: 'scorebook', password: 'secret-of-scorebook', database: 'scorebook' }

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
  readonly #patroni: string
  #isWatched = true
  #isOver = false

  private constructor(
    patroni: string,
    machines: (cluster: PatroniCluster) => Machine[],
    tell: Options['tell'],
  ) {
    this.#patroni = patroni
    this.#tell = tell
    this.machines = machines(this)
  }

  /** Sets three machines up as the page says that comes with the files. */
  static async in({ folder, root, tell }: Options): Promise<PatroniCluster> {
    const [patroni, environment] = await Promise.all(
      ['patroni.yml', 'machine.env'].map((name) => readFile(new URL(name, SHIPPED), 'utf8')),
    )
    const cluster = new PatroniCluster(
      patroni ?? '',
      (self) =>
        Object.entries(ADDRESSES).map(([name, address]) => {
          const env = variablesIn(
            (environment ?? '').replaceAll('=NAME', `=${name}`).replaceAll('ADDRESS:', `${address}:`),
          )
          return new Machine({
            name,
            address,
            root,
            folder: join(folder, name),
            programs: {
              etcd: {
                account: 'etcd',
                env: { ...env, ETCD_DATA_DIR: '/var/lib/etcd/default' },
                command: ['etcd'],
              },
              patroni: { account: 'postgres', env, command: ['patroni', '/etc/patroni/config.yml'] },
            },
            prepare: (inside) => self.#prepare(name, inside),
            off: () => self.#watchdogs.get(name)?.end(),
          })
        }),
      tell,
    )
    await mkdir(folder, { recursive: true })
    return cluster
  }

  /** Starts the machines, and makes the database once they have a primary. */
  async start(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.boot()))
    await this.whole()
    const primary = await this.primary()
    for (const statement of [
      `create role ${ACCOUNT.user} login password '${ACCOUNT.password}'`,
      `create database ${ACCOUNT.database} owner ${ACCOUNT.user}`,
    ])
      await primary.run(['psql', '--command', statement], { account: 'postgres' })
  }

  /** Names the servers in this order. */
  url(machines: readonly Machine[]): string {
    const { user, password, database } = ACCOUNT
    return `postgresql://${user}:${password}@${machines.map(({ address }) => `${address}:5432`).join()}/${database}`
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
    return machine.run(['patronictl', '-c', '/etc/patroni/config.yml', ...args], { account: 'postgres' })
  }

  query = query

  /** Says whether Patroni must have a watchdog, or must do without one. */
  async watch(isWatched: boolean): Promise<void> {
    if (this.#isWatched === isWatched) return
    this.#isWatched = isWatched
    for (const machine of this.machines) {
      await this.#configure(await machine.files())
      await machine.signal('patroni', 'SIGHUP')
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

  async #prepare(name: string, root: string): Promise<void> {
    await this.#configure(root)
    await mkdir(join(root, 'run/postgresql'))
    await chmod(join(root, 'run/postgresql'), 0o1777)
    const machine = this.machines.find((one) => one.name === name)
    const failed = (error: unknown) => this.#tell(`${name} could not be restarted: ${String(error)}`)
    const expired = async () => {
      this.#tell(`the watchdog of ${name} restarts it`)
      await machine?.cut()
      await sleep(RESTART)
      if (!this.#isOver) await machine?.boot()
    }
    this.#watchdogs.set(name, await Watchdog.in(root, () => void expired().catch(failed)))
  }

  /** Writes the shipped file. Only the watchdog is another one. */
  async #configure(root: string): Promise<void> {
    const put = this.#patroni.replace('device: /dev/watchdog', `device: ${PIPE}\n  driver: testing`)
    const file = join(root, 'etc/patroni/config.yml')
    await writeFile(file, this.#isWatched ? put : put.replace('mode: required', "mode: 'off'"))
    await chmod(file, 0o644)
  }
}

/** Lines of NAME=VALUE, as systemd reads them. */
const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

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
