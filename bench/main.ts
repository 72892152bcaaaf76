/** `npm run bench`: requests over HTTP, in turns with their statements sent straight to the same database. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Database } from '../src/db/database.ts'
import { startEmbeddedServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { EMBEDDED_ISSUER, findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import { findOrCreate } from '../src/resources/users/store.ts'
import type { Begin, Figures, Turn } from './child.ts'
import { runHttp } from './http-client.ts'
import { load } from './load.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { type Sample, WORKS, type Work, httpRequest, sampleOf } from './work.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, matches: { type: 'string' } } })
const MATCHES = Number(values.matches ?? (values.quick ? 2_000 : 100_000))
const SECONDS = values.quick ? 1 : 3
const ROUNDS = values.quick ? 1 : 5
const CONCURRENCY = 32
const BASE_URL = 'http://bench.example.org'

interface Side {
  perSecond: number
  p50: number
  p99: number
  /** CPU per request, in milliseconds: of the process, and of PostgreSQL. */
  cpu: number
  postgres: number
  statements: number
  roundTrips: number
}

const folder = await mkdtemp(join(tmpdir(), 'scorebook-bench-'))
const server = await startEmbeddedServer({ dir: folder, exclusive: false, log: () => {} })
const children: ChildProcess[] = []
try {
  await migrate(server.connection)
  const db = new Database(server.connection)
  const { token, subject } = await people(db)
  print(`Loading ${MATCHES} matches …`)
  await load(server.connection, MATCHES)
  const sample = await sampleOf(db, subject)
  const [service, straight] = await Promise.all([start('service'), start('straight')])
  print(`In turns of ${SECONDS} s, ${ROUNDS} rounds, ${CONCURRENCY} at once; the median of the rounds:\n`)
  print(
    'request        side      per second   ratio   p50 ms   p99 ms   CPU ms   PostgreSQL ms   statements   round trips',
  )
  for (const work of WORKS) {
    const http: Side[] = []
    const plain: Side[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const sides = [
        await overHttp(work, sample, token, service),
        await sentStraight(work, sample, straight),
      ] as const
      if (round === 0) continue // warm-up
      http.push(sides[0])
      plain.push(sides[1])
    }
    const ratio = median(http.map(({ perSecond }, round) => perSecond / (plain[round]?.perSecond ?? 1)))
    row(work, 'HTTP', http, ratio.toFixed(2))
    row('', 'straight', plain, '')
  }
  await db.close()
} finally {
  for (const child of children) child.kill()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function people(db: Database) {
  const accounts = []
  for (let n = 0; n < 20; n++)
    accounts.push(await findOrCreateAccount(db, `recorder ${String(n).padStart(2, '0')}`))
  for (const { id, name } of accounts) await findOrCreate(db, { issuer: EMBEDDED_ISSUER, subject: id, name })
  // The first by subject has the most matches.
  const [account] = accounts.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  if (!account) throw new Error('There are no accounts.')
  return {
    subject: account.id,
    token: await issueToken(db, { baseUrl: BASE_URL, account, roles: ['player'], scopes: [], hours: 1 }),
  }
}

interface Child {
  process: ChildProcess
  port: number
}

async function start(role: Begin['role']): Promise<Child> {
  const child = fork(new URL('child.ts', import.meta.url))
  children.push(child)
  child.send({ role, connection: server.connection, baseUrl: BASE_URL } satisfies Begin)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { process: child, port }
}

async function asked(child: Child, message: Turn | 'figures'): Promise<Figures> {
  child.process.send(message)
  const [figures] = (await once(child.process, 'message')) as [Figures]
  return figures
}

async function overHttp(work: Work, sample: Sample, token: string, service: Child): Promise<Side> {
  const before = await asked(service, 'figures')
  const database = postgresCpu(folder)
  const status = work === 'create match' ? 201 : 200
  const next = () => httpRequest(work, sample, token)
  const latencies = await runHttp({
    port: service.port,
    seconds: SECONDS,
    connections: CONCURRENCY,
    status,
    next,
  })
  return side(latencies, before, await asked(service, 'figures'), postgresCpu(folder) - database)
}

async function sentStraight(work: Work, sample: Sample, straight: Child): Promise<Side> {
  const before = await asked(straight, 'figures')
  const database = postgresCpu(folder)
  const after = await asked(straight, { work, sample, seconds: SECONDS, concurrency: CONCURRENCY })
  return side(after.latencies ?? [], before, after, postgresCpu(folder) - database)
}

function side(latencies: number[], before: Figures, after: Figures, database: number): Side {
  const { length: done } = latencies
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share: number) => sorted[Math.floor(done * share)] ?? 0
  return {
    perSecond: done / SECONDS,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (after.cpu - before.cpu) / 1000 / done,
    postgres: database / done,
    statements: (after.statements - before.statements) / done,
    roundTrips: (after.roundTrips - before.roundTrips) / done,
  }
}

function row(work: string, name: string, sides: Side[], ratio: string): void {
  const of = (figure: keyof Side, digits: number) => median(sides.map((one) => one[figure])).toFixed(digits)
  print(
    work.padEnd(15) +
      name.padEnd(10) +
      of('perSecond', 0).padStart(10) +
      ratio.padStart(8) +
      of('p50', 2).padStart(9) +
      of('p99', 2).padStart(9) +
      of('cpu', 3).padStart(9) +
      of('postgres', 3).padStart(16) +
      of('statements', 1).padStart(13) +
      of('roundTrips', 1).padStart(14),
  )
}

function median(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
