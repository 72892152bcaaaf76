/** Starts the server if it does not run yet, connects to it, and stops it. */
import { spawn } from 'node:child_process'
import { open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Address } from './address.ts'
import { dataArgument, type Cluster } from './cluster.ts'
import { CannotStart, cannotRun, codeOf } from './errors.ts'
import { boundLog, sizeOf, tailOf } from './log-file.ts'
import type { Memory } from './memory.ts'
import { blocksStart, endOrphans, findPostmaster } from './processes.ts'

/**
 * If a running server does not answer within this time, it hangs. Usually it answers in milliseconds, even while it recovers from
 * a crash.
 */
const SILENCE_MS = 30_000
/** The longest wait for a server that we have started. It is long because the machine may be busy. */
const LAUNCH_MS = 300_000
/** While we wait for the server, we write a line to the log after each such pause. In milliseconds. */
const REPORT_MS = 5_000

/**
 * Connects to the server, and starts it if necessary. Every 5 s it calls `waiting` with the seconds so far and the last line of
 * the server's log. Only one process at a time may call this.
 */
export async function reachServer(
  cluster: Cluster,
  address: Address,
  waiting: (seconds: number, said: string) => void = () => {},
): Promise<{ client: pg.Client; started: boolean }> {
  let launch: Launch | undefined
  const since = Date.now()
  let silentSince = since
  const reporting = setInterval(() => {
    const seconds = Math.round((Date.now() - since) / 1000)
    void tailOf(cluster.log, launch?.bytes ?? 0).then((said) =>
      waiting(seconds, said.split('\n').at(-1) ?? ''),
    )
  }, REPORT_MS)
  try {
    for (;;) {
      const answer = await tryConnect(cluster, address)
      if (answer instanceof pg.Client) return { client: answer, started: launch !== undefined }
      if (answer === 'busy') silentSince = Date.now()
      if (answer === 'nobody' && !(await findPostmaster(cluster.data))) {
        if (launch?.failed()) throw await launchFailed(cluster, launch)
        launch ??= await launchServer(cluster, address)
      }
      const silence = launch && !launch.failed() ? LAUNCH_MS : SILENCE_MS
      if (Date.now() - silentSince > silence) throw await isSilent(cluster, address, silence)
      // Each attempt makes a line in the server's log. So the attempts are frequent at first, and rare during a long recovery.
      await sleep(Math.min(200, 10 + (Date.now() - since) / 20))
    }
  } catch (error) {
    if (launch) await askToStop(cluster)
    throw error
  } finally {
    clearInterval(reporting)
  }
}

/**
 * How long we wait for the server to stop, in milliseconds. It usually takes some tenths of a second. A server that needs longer
 * hangs or has much to write.
 */
const STOP_MS = 10_000

/** Stops the server and waits. If it does not stop in time, returns its process id. */
export async function stopServer(cluster: Cluster): Promise<number | undefined> {
  const pid = await askToStop(cluster)
  if (pid === undefined) return undefined
  for (const since = performance.now(); (await findPostmaster(cluster.data)) === pid; await sleep(10)) {
    if (performance.now() - since > STOP_MS) return pid
  }
  return undefined
}

/** Asks the server to stop and returns its process id, without waiting. */
export async function askToStop(cluster: Cluster): Promise<number | undefined> {
  const pid = await findPostmaster(cluster.data)
  if (pid === undefined) return undefined
  if (process.platform === 'win32') {
    spawn(path.join(cluster.binaries.bin, 'pg_ctl.exe'), ['stop', '-m', 'fast', '-D', cluster.data], {
      stdio: 'ignore',
    })
    return pid
  }
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
  return pid
}

/** We start a server only after `nobody`, because starting one removes the lock files of any other server. */
type Refusal = 'busy' | 'nobody' | 'unclear'

async function tryConnect(cluster: Cluster, { host, port }: Address): Promise<pg.Client | Refusal> {
  const client = new pg.Client({
    host,
    port,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    application_name: 'scorebook supervision',
    connectionTimeoutMillis: SILENCE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    switch (codeOf(error)) {
      case '57P03': // the server is starting up, recovering or shutting down
      case '53300': // the server has too many connections
        return 'busy'
      case '28P01':
        throw new CannotStart(
          `The password in ${path.join(cluster.folder, 'password')} is not the one of the database. Put back the ` +
            'file that belongs to it.',
        )
      case 'ENOENT':
      case 'ECONNREFUSED':
        return 'nobody'
      default:
        return 'unclear'
    }
  }
}

interface Launch {
  /** The size of the server's log file before we started the server. */
  bytes: number
  failed(): boolean
  error(): Error | undefined
}

async function launchServer(cluster: Cluster, address: Address): Promise<Launch> {
  await endOrphans(cluster.data)
  for (const lock of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = path.join(cluster.data, lock)
    if (await blocksStart(file)) await rm(file, { force: true })
  }
  await boundLog(cluster.log)
  const bytes = await sizeOf(cluster.log)
  const log = await open(cluster.log, 'a', 0o600)
  try {
    const { program, args } = command(cluster, address)
    const child = spawn(path.join(cluster.binaries.bin, program), args, {
      cwd: cluster.data,
      env: cluster.binaries.env,
      // Ctrl-C in a terminal must reach only Scorebook, which then stops the server.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      ...cluster.account,
    })
    let failure: Error | undefined
    child.on('error', (error) => (failure = error))
    child.unref()
    // `pg_ctl` exits with 0 when the server runs. So this exit is not a failure.
    const failed = () =>
      failure !== undefined ||
      child.signalCode !== null ||
      !(child.exitCode === null || (child.exitCode === 0 && program !== 'postgres'))
    return { bytes, failed, error: () => failure }
  } finally {
    await log.close()
  }
}

/** On Windows we start the server with `pg_ctl`, because it can drop an administrator's rights. */
function command(cluster: Cluster, address: Address): { program: string; args: string[] } {
  const settings = Object.entries({
    ...SETTINGS,
    ...memorySettings(cluster.memory),
    ...address.settings,
    port: String(address.port),
  })
  if (process.platform !== 'win32') {
    const args = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
    return { program: 'postgres', args: ['-D', dataArgument(cluster), ...args] }
  }
  const options = settings.map(([name, value]) => `-c ${name}="${value}"`).join(' ')
  return {
    program: 'pg_ctl.exe',
    args: ['start', '-w', '-D', cluster.data, '-l', cluster.log, '-o', options],
  }
}

/** The settings are given at every start, so that data folders made by older versions get them too. */
const SETTINGS = {
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // For our short statements, compiling would take longer than running.
  jit: 'off',
  // The log must not contain personal data. These two settings keep rows out of it.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_destination: 'stderr',
  logging_collector: 'off',
  cluster_name: 'scorebook',
}

const memorySettings = ({ sharedBuffers, workMem, maxWalSize }: Memory) => ({
  shared_buffers: `${sharedBuffers}MB`,
  work_mem: `${workMem}MB`,
  max_wal_size: `${maxWalSize}MB`,
  // If nobody receives the log, it could fill the disk and stop the server. So log that has waited too long is dropped.
  max_slot_wal_keep_size: `${maxWalSize}MB`,
})

async function launchFailed(cluster: Cluster, launch: Launch): Promise<CannotStart> {
  const said = await tailOf(cluster.log, launch.bytes)
  const cause = launch.error()
  if (cause) return cannotRun('postgres', cause)
  const { bavail, bsize } = await statfs(cluster.folder)
  const reasons = [
    said && `It says: ${said}`,
    bavail * bsize < 32 * 1024 * 1024 &&
      `The disk of the folder has ${Math.floor((bavail * bsize) / 1024)} KiB left.`,
  ].filter((reason) => reason)
  return new CannotStart(`PostgreSQL does not start on ${cluster.folder}. ${reasons.join(' ')}`)
}

async function isSilent(cluster: Cluster, address: Address, silence: number): Promise<CannotStart> {
  const pid = await findPostmaster(cluster.data)
  return new CannotStart(
    `PostgreSQL (process ${pid ?? 'unknown'}) runs on ${cluster.folder}, but has not answered at ${address.host} for ` +
      `${silence / 1000} s. End that process and start Scorebook again.`,
  )
}
