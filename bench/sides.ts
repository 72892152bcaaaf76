/** The measured processes. A turn measures how many requests a process answers, how long they take and what they cost. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Begin, Drove, Order, Role } from './child.ts'
import { type Driven, type Load, at, drive } from './drive.ts'
import { type Figures, spentBetween } from './figures.ts'
import { HttpConnection } from './http-client.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { idOf, tokenOf, wireText } from './requests.ts'
import type { Person } from './stage.ts'
import { type Asked, type Work, pick } from './works/work.ts'

export interface Child {
  role: Role
  process: ChildProcess
  port: number
}

/** One turn of one side. Times are in milliseconds. The CPU time and all figures after it are per request. */
export interface Measured {
  perSecond: number
  p50: number
  p99: number
  longest: number
  cpu: number
  postgres: number
  statements: number
  roundTrips: number
  longestHold: number
}

interface Turn {
  work: Work
  asked: Asked[]
  people: Person[]
  load: Load
  folder: string
}

export async function start(begin: Begin): Promise<Child> {
  const child = fork(new URL('child.ts', import.meta.url))
  try {
    child.send(begin)
    const { port } = await told<{ port: number }>(child)
    return { role: begin.role, process: child, port }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** Does nothing if the process has ended already. */
export async function stop({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

export async function takeTurn(side: Child, turn: Turn): Promise<Measured> {
  const postgres = postgresCpu(turn.folder)
  const drove = side.port > 0 ? await overHttp(side, turn) : await byItself(side, turn)
  const { spent, latencies, seconds } = drove
  const sorted = Float64Array.from(latencies).toSorted()
  const done = sorted.length
  if (done === 0) throw new Error(`Nobody answered "${turn.work.name}" in time.`)
  return {
    perSecond: done / seconds,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    longest: at(sorted, 1),
    cpu: spent.cpu / 1000 / done,
    postgres: (postgresCpu(turn.folder) - postgres) / done,
    statements: spent.statements / done,
    roundTrips: spent.roundTrips / done,
    longestHold: spent.longestHold,
  }
}

async function byItself(side: Child, { work, asked, load }: Turn): Promise<Drove> {
  return ordered<Drove>(side, { order: 'drive', work: work.name, asked, load })
}

async function overHttp(side: Child, turn: Turn): Promise<Drove> {
  const before = await ordered<Figures>(side, { order: 'serve', work: turn.work.name })
  const drove = await driveHttp(side, turn)
  const after = await ordered<Figures>(side, { order: 'figures' })
  return { ...drove, spent: spentBetween(before, after) }
}

/** Opens a connection for each concurrent request, because a connection carries one request at a time. */
async function driveHttp(
  { role, port }: Pick<Child, 'role' | 'port'>,
  { work, asked, people, load }: Omit<Turn, 'folder'>,
): Promise<Driven> {
  const texts = requestTexts(role, work, asked, people)
  const status = role === 'bare' ? (work.bareStatus ?? work.status) : work.status
  const connections = await Promise.all(Array.from({ length: load.atOnce }, () => HttpConnection.open(port)))
  try {
    return await drive(load, (lane) => {
      const text = work.once ? texts.pop() : pick(texts)
      return text && connections[lane]?.exchange(text(), status)
    })
  } finally {
    for (const connection of connections) connection.close()
  }
}

export const requestTexts = (role: Role, work: Work, asked: Asked[], people: Person[]): (() => string)[] =>
  asked.map((one) => {
    const person = people[one.person] as Person
    return wireText(work, one, role === 'bare' ? idOf(person) : tokenOf(person))
  })

export async function ordered<T>(child: Child, order: Order): Promise<T> {
  child.process.send(order)
  return told<T>(child.process)
}

/** Waits for the child's next message. It throws if the child ends first. */
async function told<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController()
  const ended = () => over.abort()
  child.once('exit', ended)
  try {
    const [message] = (await once(child, 'message', { signal: over.signal })) as [T]
    return message
  } catch (error) {
    throw new Error('A measured process has ended.', { cause: error })
  } finally {
    child.off('exit', ended)
  }
}
