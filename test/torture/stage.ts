/** What the torture works on: a PostgreSQL server, instances of the service, and a proxy on each connection. */
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/db/migrate.ts'
import { type Proxy, freeze, proxyOf, proxyTo } from '../faults.ts'
import { Ends, endOnSignals } from '../ends.ts'
import { testIssuer } from '../issuer.ts'
import { REACHABLE, Replica, urlOf } from '../replicas.ts'
import { type Place, type Ran, type Served, placeFor, run, serve } from '../served.ts'
import { type Disk, smallDisk } from './disk.ts'

export interface Stage {
  folder: string
  postgres: Postgres
  instances: Instance[]
  /** The disk with PostgreSQL's data, or a sentence that says why there is none. */
  disk: Disk | string
  tokenFor: (subject: string, roles: string[]) => Promise<string>
  close: () => Promise<void>
}

interface Options {
  instances: number
  /** The size of the disk in megabytes. */
  room: number
}

export async function openStage({ instances: count, room }: Options): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  await chmod(folder, REACHABLE)
  const ends = new Ends()
  endOnSignals(ends) // if the disk stayed mounted, it would take memory until the machine restarts
  const after = (end: () => Promise<unknown>) => ends.push(end)
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    const issuer = await testIssuer()
    after(issuer.close)
    const disk = await smallDisk(join(folder, 'disk'), room)
    if (typeof disk !== 'string') after(disk.end)
    await mkdir(join(folder, 'disk'), { recursive: true })
    await chmod(join(folder, 'disk'), REACHABLE)
    const replica = await Replica.primary(join(folder, 'disk'), 'p', {
      wal_keep_size: '0',
      max_wal_size: '128MB',
      max_connections: '100',
    })
    after(() => replica.end())
    await migrate(replica.address)
    const instances: Instance[] = []
    for (let n = 0; n < count; n++) {
      const before = await proxyOf(replica.address)
      after(before.close)
      const place = await placeFor(
        { after },
        {
          SCOREBOOK_DATABASE_URL: urlOf([before.connection]),
          SCOREBOOK_AUTH_ISSUERS: JSON.stringify([issuer.settings]),
          SCOREBOOK_PIPELINE: 'off',
          SCOREBOOK_LOG_LEVEL: 'warn',
          // The cache of the test run if there is one, because others have filled it. Otherwise the stage has its own.
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
          NODE_OPTIONS: `--import ${new URL('compiled.ts', import.meta.url).href}`,
        },
      )
      const behind = await proxyTo(() => connect(Number(new URL(place.url).port), '127.0.0.1'))
      after(behind.close)
      const instance = new Instance(place, before, behind, join(folder, `instance-${n}.log`))
      instances.push(instance)
      after(async () => instance.forbid())
    }
    const postgres = new Postgres(replica)
    after(async () => postgres.forbid())
    await Promise.all(instances.map((instance) => instance.start()))
    return {
      folder,
      postgres,
      instances,
      disk,
      tokenFor: (subject, roles) => issuer.token(subject, { roles }),
      close: () => ends.run(),
    }
  } catch (error) {
    await ends.run()
    throw error
  }
}

export class Instance {
  readonly database: Proxy
  /** The proxy between clients and the instance. */
  readonly clients: Proxy
  readonly #place: Place
  readonly #log: string
  #served: Served | undefined
  #isForbidden = false

  constructor(place: Place, database: Proxy, clients: Proxy, log: string) {
    this.#place = place
    this.database = database
    this.clients = clients
    this.#log = log
  }

  get pid(): number {
    const pid = this.#served?.child.pid
    if (pid === undefined) throw new Error('The instance does not run.')
    return pid
  }

  /** Prevents another start, because a harm may still be at work when the stage ends. */
  forbid(): void {
    this.#isForbidden = true
  }

  async start(): Promise<void> {
    if (this.#isForbidden) throw new Error('The stage ends.')
    this.#served = serve(this.#place, 'pipe')
    this.#served.child.stdout?.pipe(createWriteStream(this.#log, { flags: 'a' }))
    await this.#served.ready()
  }

  /** Waits until the instance is ready. It asks the instance directly, not through the proxy. */
  async ready(): Promise<void> {
    await this.#served?.ready()
  }

  /** Sends the signal and returns the exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const code = (await this.#served?.end(signal)) ?? null
    this.#place.services.length = 0 // the place need not end a process that has ended
    return code
  }

  /** Runs a command with the instance's settings. */
  run(args: string[]): Promise<Ran> {
    return run(this.#place, args)
  }

  freeze(): () => void {
    const { pid } = this
    process.kill(pid, 'SIGSTOP')
    return () => process.kill(pid, 'SIGCONT')
  }
}

class Postgres {
  readonly #replica: Replica
  #isForbidden = false

  constructor(replica: Replica) {
    this.#replica = replica
  }

  /** Kills the server and all its processes. */
  kill(): Promise<void> {
    return this.#replica.kill()
  }

  forbid(): void {
    this.#isForbidden = true
  }

  /** Does nothing if the server runs already. */
  async start(): Promise<void> {
    if (this.#isForbidden) throw new Error('The stage ends.')
    if (!this.#replica.isRunning) await this.#replica.start()
  }

  freeze(): Promise<() => void> {
    return freeze({ host: this.#replica.cluster.data })
  }

  /** Kills one of the processes that work for the service. The server then ends all others and recovers. */
  async killProcess(): Promise<void> {
    const [one] = await this.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = 'scorebook' and usename = 'scorebook' order by random() limit 1`,
      'postgres',
    )
    if (one) process.kill(one.pid, 'SIGKILL')
  }

  query<R extends Record<string, unknown>>(statement: string, database: string): Promise<R[]> {
    return this.#replica.query<R>(statement, database)
  }
}
