/** Finds the processes that run on a database. An id in a file is not enough, because systems use ids again. */
import { execFile } from 'node:child_process'
import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf } from './errors.ts'

/** The process that has the database open: a server, or a PostgreSQL program that somebody has started by hand. */
export async function findPostmaster(data: string): Promise<number | undefined> {
  const file = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  // `postgres --single` writes its id as a negative number.
  const pid = Math.abs(Number.parseInt(file, 10))
  if (!(pid > 0)) return undefined
  return (await isServer(data, pid)) ? pid : undefined
}

/** True if the server was asked to stop and is waiting for its connections to close. */
export async function isStopping(data: string): Promise<boolean> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[7]?.trim() === 'stopping'
}

/**
 * Ends server processes that still run although their postmaster is dead, and waits until they are gone. PostgreSQL does not
 * start beside them.
 */
export async function endOrphans(data: string): Promise<number[]> {
  const ended = new Set<number>()
  for (const until = performance.now() + PATIENCE; performance.now() < until; await sleep(10)) {
    const running = await processesOn(data)
    if (running.length === 0) break
    for (const pid of running) {
      kill(pid)
      ended.add(pid)
    }
  }
  return [...ended]
}

/** In milliseconds: how long a killed process may take to end on a busy machine. */
const PATIENCE = 10_000

async function processesOn(data: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (pid > 0 && (await runsOn(data, pid))) found.push(pid)
  }
  return found
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/**
 * True if the file names a running process, or no process. If the named process has ended, PostgreSQL itself removes the file.
 */
export async function blocksStart(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return false
  const pid = Math.abs(Number.parseInt(text, 10))
  return !(pid > 0) || isAlive(pid)
}

const run = promisify(execFile)
const PROGRAMS = new Set(['postgres', 'initdb'])

async function isServer(data: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') return runsOn(data, pid)
  if (process.platform === 'win32') return isAlive(pid)
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return PROGRAMS.has(path.basename(stdout.trim()))
}

/**
 * True if the process runs in the data folder and under the account of the data's owner, as PostgreSQL does. A zombie has no
 * folder.
 */
async function runsOn(data: string, pid: number): Promise<boolean> {
  try {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8')
    if (!PROGRAMS.has(name.trim())) return false
    const [itself, its, ours] = await Promise.all([
      stat(`/proc/${pid}`),
      stat(`/proc/${pid}/cwd`),
      stat(data),
    ])
    return itself.uid === ours.uid && its.ino === ours.ino && its.dev === ours.dev
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
