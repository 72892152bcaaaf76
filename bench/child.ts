/** A process that is measured: the service over HTTP, or the same statements sent straight. It tells its CPU time and traffic. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { verifierOf } from '../src/cli/verifier-of.ts'
import { type Connection, Database } from '../src/db/database.ts'
import { type Sample, type Work, straight } from './work.ts'

export interface Begin {
  role: 'service' | 'straight'
  connection: Exclude<Connection, string>
  baseUrl: string
}

export interface Turn {
  work: Work
  sample: Sample
  seconds: number
  concurrency: number
}

/** Of the process since its start: CPU in microseconds. */
export interface Figures {
  cpu: number
  statements: number
  roundTrips: number
  /** The longest that nothing else could go on since the last time this was asked, in milliseconds. */
  longestHold: number
  /** Requests of the turn, of the straight side. */
  done?: number
  latencies?: number[]
}

const holds = monitorEventLoopDelay({ resolution: 5 })
holds.enable()

const tell = (message: object) => process.send?.(message)

process.once('message', (begin: Begin) => void start(begin))
process.once('disconnect', () => process.exit()) // a process that is never left behind; an exit writes its profile
process.on('SIGINT', () => {}) // the key that ends the run reaches the whole group; whoever started this one ends it

async function start({ role, connection, baseUrl }: Begin): Promise<void> {
  const db = new Database(connection)
  let port = 0
  if (role === 'service') {
    const config = { baseUrl, errorTypeBase: `${baseUrl}/problems`, corsOrigins: [], issuers: [] }
    const logger = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: true }))
    const app = await buildApp({ config, db, verifier: verifierOf(config, db, () => {}), logger })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    port = typeof address === 'object' && address ? address.port : 0
  }
  process.on('message', (turn: Turn | 'figures') => {
    if (turn === 'figures') tell(figures(db))
    else void run(turn, db).then((measured) => tell({ ...figures(db), ...measured }))
  })
  tell({ port })
}

function figures({ traffic }: Database): Figures {
  const { user, system } = process.cpuUsage()
  const longestHold = holds.max / 1e6
  holds.reset()
  return { cpu: user + system, longestHold, ...traffic }
}

async function run({ work, sample, seconds, concurrency }: Turn, db: Database) {
  const send = straight(work, sample, db)
  const until = performance.now() + seconds * 1000
  const latencies: number[] = []
  const one = async () => {
    while (performance.now() < until) {
      const since = performance.now()
      await send()
      latencies.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, one))
  return { done: latencies.length, latencies }
}
