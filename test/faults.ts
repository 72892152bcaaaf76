/** Faults on purpose: a frozen PostgreSQL server, and a network that swallows data or cuts connections. */
import { readFile, readdir } from 'node:fs/promises'
import { type Socket, connect, createServer } from 'node:net'
import path from 'node:path'
import type { Connection } from '../src/db/database.ts'
import { SaidStatements } from './said.ts'

type Settings = Exclude<Connection, string>

/** Stops all processes of a test's own server with SIGSTOP. The function that it returns lets them continue. */
export async function freeze(server: Pick<Settings, 'host'>): Promise<() => void> {
  const postmaster = Number.parseInt(await readFile(path.join(server.host, 'postmaster.pid'), 'utf8'), 10)
  process.kill(postmaster, 'SIGSTOP') // comes first, so that the postmaster starts no more processes
  const processes = [postmaster, ...(await childrenOf(postmaster))]
  for (const pid of processes) send(pid, 'SIGSTOP')
  return () => {
    for (const pid of processes) send(pid, 'SIGCONT')
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (Number(/\) \w (\d+) /.exec(stat)?.[1]) === parent) found.push(Number(name))
  }
  return found
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // the process has ended meanwhile
  }
}

export interface Proxy {
  port: number
  /** From now on no data pass, but nothing is refused or closed. Open connections stay dead. */
  swallow: () => void
  pass: () => void
  /** True closes all connections and refuses new ones, like a server that restarts. False lets them pass again. */
  refuse: (refusing: boolean) => void
  /** When a client sends PostgreSQL a statement with these words, passes it on, and cuts the connection before the answer. */
  cutAt: (words: string | undefined) => void
  /** The number of connections that `cutAt` has cut. */
  cuts: () => number
  close: () => Promise<void>
}

/** Starts a proxy in front of a PostgreSQL server. Returns it with the settings to connect through it. */
export async function proxyOf(server: Settings): Promise<Proxy & { connection: Settings }> {
  const proxy = await proxyTo(() => connect(path.join(server.host, `.s.PGSQL.${server.port}`)), true)
  return { ...proxy, connection: { ...server, host: '127.0.0.1', port: proxy.port } }
}

/** Starts a proxy on loopback. `dial` connects to the server behind it. */
export async function proxyTo(dial: () => Socket, isPostgres = false): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let swallowing = false
  let refusing = false
  let words: string | undefined
  let cuts = 0
  const listener = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {}).on('close', () => sockets.delete(client))
    if (refusing) {
      client.destroy()
      return
    }
    if (swallowing) {
      dead.add(client)
      client.resume()
      return
    }
    const upstream = dial()
    const said = new SaidStatements()
    upstream.on('error', () => client.destroy())
    client.on('data', (bytes: Buffer) => {
      if (dead.has(client)) return
      upstream.write(bytes)
      if (!isPostgres) return
      const statements = said.heard(bytes)
      const cutting = words
      if (cutting === undefined || !statements.some((text) => text.includes(cutting))) return
      cuts++
      dead.add(client)
      upstream.once('data', () => client.destroy()) // the answer shows that the server has done the work
    })
    upstream.on('data', (bytes: Buffer) => {
      if (!dead.has(client)) client.write(bytes)
    })
    client.on('close', () => upstream.end())
    upstream.on('close', () => {
      if (!dead.has(client)) client.destroy()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    swallow() {
      swallowing = true
      for (const socket of sockets) dead.add(socket)
    },
    pass() {
      swallowing = false
    },
    refuse(given) {
      refusing = given
      if (given) for (const socket of sockets) socket.destroy()
    },
    cutAt: (given) => (words = given),
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
}
