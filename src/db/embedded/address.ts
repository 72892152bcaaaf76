/** The address of the embedded server: a socket in its folder, or on Windows a port on the loopback interface. */
import { access, lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Address {
  host: string
  port: number
  settings: Record<string, string>
  /** Makes the link again, because programs that clean up temporary files remove it. */
  keep(): Promise<void>
  release(): Promise<void>
}

/** The longest path that a socket can have, in bytes without the final zero. */
const MAX_PATH = process.platform === 'darwin' ? 103 : 107

export async function findAddress(folder: string, data: string): Promise<Address> {
  return process.platform === 'win32' ? onLoopback(folder, data) : onSocket(data)
}

/** The socket is in the server's folder. If its path is too long, clients use a link that has a shorter path. */
async function onSocket(data: string): Promise<Address> {
  const settings = { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700' }
  const address = { port: 5432, settings }
  if (Buffer.byteLength(path.join(data, '.s.PGSQL.5432')) <= MAX_PATH) {
    return { ...address, host: data, keep: async () => {}, release: async () => {} }
  }
  const short = await mkdtemp(path.join(tmpdir(), 'scorebook-'))
  const host = path.join(short, 'pg')
  await symlink(data, host)
  return {
    ...address,
    host,
    async keep() {
      await mkdir(short, { mode: 0o700 }).catch(() => {})
      const { uid } = await lstat(short)
      if (uid === process.getuid?.()) await symlink(data, host).catch(() => {})
    },
    release: () => rm(short, { recursive: true, force: true }),
  }
}

/** Uses the same port as last time, unless another program has taken it. */
async function onLoopback(folder: string, data: string): Promise<Address> {
  const file = path.join(folder, 'port')
  let port = Number(await readFile(file, 'utf8').catch(() => 0))
  const mayBeRunning = await access(path.join(data, 'postmaster.pid')).then(
    () => true,
    () => false,
  )
  if (!(port > 0 && mayBeRunning)) {
    port = await freePort(port).catch(() => freePort())
    await writeFile(file, String(port))
  }
  return {
    host: '127.0.0.1',
    port,
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '' },
    keep: async () => {},
    release: async () => {},
  }
}

/** Returns the port `wanted`, or without `wanted` any port that is free on this machine. */
export async function freePort(wanted = 0): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.on('error', reject)
  server.listen(wanted, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
  })
  return promise
}
