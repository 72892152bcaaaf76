/** `npm run bench:processes`: reads over HTTP, in turns by a service of one process and by one of several (docs/benchmarks.md). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Database } from '../src/db/database.ts'
import { freePort } from '../src/db/embedded/address.ts'
import { load } from './load.ts'
import { BASE_URL, people } from './people.ts'
import { cpuOf, postgresCpu } from './postgres-cpu.ts'
import { type Turn, driveHttp } from './sides.ts'
import { type Stage, setStage } from './stage.ts'
import { median } from './table.ts'
import { type ServerConnection, onTemporaryServer, print } from './temporary-server.ts'
import { workNamed } from './works/all.ts'

const { values } = parseArgs({
  options: {
    /** Few matches and short turns. */
    quick: { type: 'boolean', default: false },
    /** The number of processes of the larger service. */
    processes: { type: 'string', default: '2' },
    matches: { type: 'string' },
    rounds: { type: 'string' },
    /** The length of a turn. */
    seconds: { type: 'string' },
  },
})
const { quick } = values
const MATCHES = Number(values.matches ?? (quick ? 5_000 : 50_000))
const ROUNDS = Number(values.rounds ?? (quick ? 2 : 7))
const SECONDS = Number(values.seconds ?? (quick ? 1 : 3))
const AT_ONCE = 32
const CALLERS = quick ? 100 : 1_000
const WORKS = ['get match', 'own list', 'count'].map(workNamed)

interface Service {
  processes: string
  child: ChildProcess
  port: number
}

/** Milliseconds of CPU are per request. */
interface Turned {
  perSecond: number
  service: number
  postgres: number
  client: number
}

await onTemporaryServer(async (connection, folder) => {
  const stage = await filled(connection)
  const services: Service[] = []
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the server stops with a run that is interrupted
  try {
    await client.connect()
    for (const processes of ['1', values.processes]) services.push(await begin(processes, connection))
    print(
      `In turns of ${SECONDS} s, ${ROUNDS} rounds, over ${AT_ONCE} connections, ${CALLERS} callers, ${MATCHES} matches; medians of the rounds.\n`,
    )
    print('                                         CPU of a request, in ms            cores at work')
    print('work          processes    requests/s    service  PostgreSQL    client    of all three    ratio')
    for (const work of WORKS)
      await compare(
        { work, asked: await work.requests(stage, client, 0), people: stage.people },
        services,
        folder,
      )
  } finally {
    await Promise.all(services.map(end))
    await client.end().catch(() => {})
  }
})

async function filled(connection: ServerConnection): Promise<Stage> {
  const db = new Database(connection)
  try {
    const { recorders } = await people(db)
    print(`Loading ${MATCHES} matches …`)
    await load(connection, recorders, MATCHES)
    return await setStage(connection, db, CALLERS)
  } finally {
    await db.close()
  }
}

/** `scorebook serve` as an operator starts it, on the database that both share; one of them is idle. */
async function begin(processes: string, to: ServerConnection): Promise<Service> {
  const port = await freePort()
  const { user, password, host, port: at, database } = to
  const child = spawn(process.execPath, ['bin/scorebook.js', 'serve'], {
    cwd: new URL('../', import.meta.url),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      SCOREBOOK_DATABASE_URL: `postgresql://${user}:${password}@localhost:${at}/${database}?host=${encodeURIComponent(host)}`,
      SCOREBOOK_BASE_URL: BASE_URL,
      SCOREBOOK_PORT: String(port),
      SCOREBOOK_PROCESSES: processes,
      SCOREBOOK_PIPELINE: 'off',
    },
  })
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
    await sleep(50)
  }
  return { processes, child, port }
}

async function end({ child }: Service): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

async function compare(
  asking: Omit<Turn, 'load' | 'folder'>,
  services: Service[],
  folder: string,
): Promise<void> {
  const turn = async ({ port, child }: Service, seconds: number): Promise<Turned> => {
    const spent = () => ({
      service: cpuOf(String(child.pid)),
      postgres: postgresCpu(folder),
      client: process.cpuUsage(),
    })
    const before = spent()
    const { latencies, seconds: took } = await driveHttp(
      { role: 'service', port },
      { ...asking, load: { seconds, atOnce: AT_ONCE } },
    )
    const after = spent()
    const client = process.cpuUsage(before.client)
    const each = (milliseconds: number) => milliseconds / latencies.length
    return {
      perSecond: latencies.length / took,
      service: each(after.service - before.service),
      postgres: each(after.postgres - before.postgres),
      client: each((client.user + client.system) / 1000),
    }
  }
  for (const service of services) await turn(service, 1) // warm-up
  const turns = services.map((): Turned[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, service] of services.entries()) turns[index]?.push(await turn(service, SECONDS))
  const [first = []] = turns
  for (const [index, { processes }] of services.entries()) {
    const own = turns[index] ?? []
    const middle = (of: (one: Turned) => number) => median(own.map(of))
    const ratio = median(
      own.map(({ perSecond }, round) => perSecond / (first[round]?.perSecond ?? Number.NaN)),
    )
    const cores = middle((one) => ((one.service + one.postgres + one.client) * one.perSecond) / 1000)
    const cells = [
      middle(({ perSecond }) => perSecond)
        .toFixed(0)
        .padStart(14),
      ...(['service', 'postgres', 'client'] as const).map((of, n) =>
        middle((one) => one[of])
          .toFixed(2)
          .padStart([11, 12, 10][n] ?? 0),
      ),
      cores.toFixed(2).padStart(16),
      ratio.toFixed(2).padStart(9),
    ]
    print(`${asking.work.name.padEnd(14)}${processes.padStart(9)}${cells.join('')}`)
  }
}
