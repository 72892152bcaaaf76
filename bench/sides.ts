/** The two sides of a comparison, each in a process of its own: the service over HTTP, and its statements sent straight. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Begin, Figures, Turn } from './child.ts'
import { runHttp } from './http-client.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { type Sample, type Work, expectedStatus, httpRequest } from './work.ts'

/** What one turn of one side measured. Times are in milliseconds, CPU per request. */
export interface Measured {
  perSecond: number
  p50: number
  p99: number
  /** CPU of the side's own process, of PostgreSQL, and of the client. */
  cpu: number
  postgres: number
  client: number
  statements: number
  roundTrips: number
}

export interface Conditions {
  sample: Sample
  token: string
  seconds: number
  concurrency: number
  /** The folder of the embedded server. */
  folder: string
}

export interface Child {
  process: ChildProcess
  port: number
}

/** Starts a side; `execArgv` are options of Node, such as `--cpu-prof`. */
export async function start(begin: Begin, execArgv: string[]): Promise<Child> {
  const child = fork(new URL('child.ts', import.meta.url), { execArgv })
  child.send(begin)
  const { port } = await told<{ port: number }>(child)
  return { process: child, port }
}

/** Ends a side that may have ended already. */
export async function stop({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

export async function overHttp(work: Work, service: Child, conditions: Conditions): Promise<Measured> {
  const { sample, token, seconds, concurrency: connections, folder } = conditions
  const before = await asked(service, 'figures')
  const database = postgresCpu(folder)
  const client = process.cpuUsage()
  const next = () => httpRequest(work, sample, token)
  const latencies = await runHttp({
    port: service.port,
    seconds,
    connections,
    status: expectedStatus(work),
    next,
  })
  const { user, system } = process.cpuUsage(client)
  const after = await asked(service, 'figures')
  return measured(latencies, seconds, before, after, {
    postgres: postgresCpu(folder) - database,
    client: (user + system) / 1000,
  })
}

export async function sentStraight(work: Work, side: Child, conditions: Conditions): Promise<Measured> {
  const { sample, seconds, concurrency, folder } = conditions
  const before = await asked(side, 'figures')
  const database = postgresCpu(folder)
  const after = await asked(side, { work, sample, seconds, concurrency })
  return measured(after.latencies ?? [], seconds, before, after, {
    postgres: postgresCpu(folder) - database,
    client: 0,
  })
}

export async function asked(child: Child, message: Turn | 'figures'): Promise<Figures> {
  child.process.send(message)
  return told<Figures>(child.process)
}

/** The child's next message; a child that ends instead is an error. */
async function told<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController()
  const ended = () => over.abort(new Error('A measured process has ended.'))
  child.once('exit', ended)
  try {
    const [message] = (await once(child, 'message', { signal: over.signal })) as [T]
    return message
  } finally {
    child.off('exit', ended)
  }
}

function measured(
  latencies: number[],
  seconds: number,
  before: Figures,
  after: Figures,
  { postgres, client }: { postgres: number; client: number },
): Measured {
  const { length: done } = latencies
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share: number) => sorted[Math.floor(done * share)] ?? 0
  return {
    perSecond: done / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (after.cpu - before.cpu) / 1000 / done,
    postgres: postgres / done,
    client: client / done,
    statements: (after.statements - before.statements) / done,
    roundTrips: (after.roundTrips - before.roundTrips) / done,
  }
}
