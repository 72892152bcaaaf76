/** A measured process. Each of the four sides has one. It reports its CPU time and traffic, and can profile itself. */
import { writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { Session } from 'node:inspector/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { verifierOf } from '../src/cli/verifier-of.ts'
import { Database, type Traffic } from '../src/db/database.ts'
import { bareServer } from './bare.ts'
import { type Driven, type Load, drive } from './drive.ts'
import { type Figures, spentBetween } from './figures.ts'
import { BASE_URL } from './people.ts'
import { PlainDatabase } from './plain-database.ts'
import { plainly } from './requests.ts'
import type { Person } from './stage.ts'
import { straight } from './straight.ts'
import type { ServerConnection } from './temporary-server.ts'
import { workNamed } from './works/all.ts'
import { type Asked, type Work, pick } from './works/work.ts'

/** The service over HTTP, only the service's statements, a bare server over HTTP, and only the bare server's statements. */
export type Role = 'service' | 'straight' | 'bare' | 'floor'

export interface Begin {
  role: Role
  connection: ServerConnection
  people: Person[]
}

export type Order =
  | { order: 'figures' }
  | { order: 'serve'; work: string }
  /** The process sends the requests itself, without HTTP. */
  | { order: 'drive'; work: string; asked: Asked[]; load: Load }
  | { order: 'profile' }
  | { order: 'write'; file: string }

/** `spent` is the process's CPU time and traffic during the drive. */
export interface Drove extends Driven {
  spent: Figures
}

const holds = monitorEventLoopDelay({ resolution: 5 })
holds.enable()

const tell = (message: object) => process.send?.(message)

process.once('message', (begin: Begin) => void start(begin))
process.once('disconnect', () => process.exit()) // the process must end with the run
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // the run ends this process, because signals reach the whole group

async function start(begin: Begin): Promise<void> {
  const side = await sides[begin.role](begin)
  process.on('message', (order: Order) => void follow(order, side).then(tell))
  tell({ port: side.port ?? 0 })
}

interface Side {
  traffic: Traffic
  port?: number
  serve?: (work: Work) => void
  /** Returns one function for each request. The function sends the request. */
  sends?: (work: Work, asked: Asked[]) => Promise<(() => Promise<unknown>)[]>
}

const sides: Record<Role, (begin: Begin) => Promise<Side>> = {
  async service({ connection }) {
    const db = new Database(connection)
    const config = {
      baseUrl: BASE_URL,
      errorTypeBase: `${BASE_URL}/problems`,
      corsOrigins: [],
      issuer: BASE_URL,
      issuers: [],
    }
    const logger = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: true }))
    const app = await buildApp({ config, db, verifier: verifierOf(config, db, () => {}), logger })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return { traffic: db.traffic, port: portOf(app.server) }
  },

  straight({ connection, people }) {
    const db = new Database(connection)
    return Promise.resolve({
      traffic: db.traffic,
      sends: (work, asked) => straight(db, work, asked, people),
    })
  },

  async bare({ connection }) {
    const db = await PlainDatabase.open(connection)
    let now: Work | undefined
    const server = bareServer(db, () => {
      if (now) return now
      throw new Error('The bare server has no work to serve.')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { traffic: db.traffic, port: portOf(server), serve: (work) => (now = work) }
  },

  async floor({ connection, people }) {
    const db = await PlainDatabase.open(connection)
    return {
      traffic: db.traffic,
      sends: (work, asked) =>
        Promise.resolve(
          asked.map((one) => {
            const plain = plainly(one, people[one.person] as Person)
            return async () => {
              if ((await db.answer(work.plain(plain))) === undefined)
                throw new Error(`The plain statement of "${work.name}" found nothing.`)
            }
          }),
        ),
    }
  },
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function follow(order: Order, side: Side): Promise<object> {
  if (order.order === 'serve') side.serve?.(workNamed(order.work))
  else if (order.order === 'profile') await beginProfile()
  else if (order.order === 'write') await writeProfile(order.file)
  else if (order.order === 'drive') return driven(order, side)
  return figures(side)
}

function figures({ traffic }: Side): Figures {
  const { user, system } = process.cpuUsage()
  const longestHold = holds.max / 1e6
  holds.reset()
  return { cpu: user + system, longestHold, ...traffic }
}

async function driven(order: Order & { order: 'drive' }, side: Side): Promise<Drove> {
  const work = workNamed(order.work)
  const sends = (await side.sends?.(work, order.asked)) ?? []
  const before = figures(side)
  const drove = await drive(order.load, () => (work.once ? sends.pop() : pick(sends))?.())
  return { ...drove, spent: spentBetween(before, figures(side)) }
}

const inspector = new Session()

async function beginProfile(): Promise<void> {
  inspector.connect()
  await inspector.post('Profiler.enable')
  await inspector.post('Profiler.start')
}

async function writeProfile(file: string): Promise<void> {
  const { profile } = await inspector.post('Profiler.stop')
  inspector.disconnect()
  await writeFile(file, JSON.stringify(profile))
}
