/** The folder for a person's own files. Nobody else may read them, and only one process at a time uses a file. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFailed } from '../command.ts'
import { codeOf } from '../reasons.ts'

/**
 * In milliseconds. A process holds the lock for less than this, because requests to issuers end after 10 s. So an older lock was
 * left behind.
 */
const LONGEST_HELD = 60_000
const LONGEST_STEAL = 5_000
const PATIENCE = 90_000

function userFolder(env: NodeJS.ProcessEnv): string {
  const home = env['HOME'] || homedir()
  const settings =
    process.platform === 'win32'
      ? env['APPDATA'] || join(home, 'AppData', 'Roaming')
      : env['XDG_CONFIG_HOME'] || join(home, '.config')
  return join(settings, 'scorebook')
}

export const fileOf = (env: NodeJS.ProcessEnv, kind: string, service: string): string =>
  join(userFolder(env), kind, `${encodeURIComponent(service)}.json`)

/**
 * Reads a file. Undefined if it does not exist. Throws if other people can read the secrets in it, unless it is read only to be
 * deleted.
 */
export async function readOwn(path: string, toGiveUp = false): Promise<unknown> {
  try {
    const { mode } = await stat(path)
    if (!toGiveUp && process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new CommandFailed(
        `${path} may be read by others on this machine (mode ${(mode & 0o777).toString(8)}). Run \`scorebook logout\`, which ends the sign-in in it, and sign in again.`,
      )
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    if (error instanceof SyntaxError)
      throw new CommandFailed(`${path} is damaged. Delete it, and run \`scorebook login\` again.`, {
        cause: error,
      })
    throw error
  }
}

/** Writes a file completely or not at all, even if the process is killed. */
export async function writeOwn(path: string, value: unknown): Promise<void> {
  await makeFolder(path)
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify(value))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export const removeOwn = (path: string): Promise<void> => rm(path, { force: true })

/** Runs `work` in only one process at a time. Removes the lock of a process that was killed. */
export async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  await makeFolder(path)
  const lock = `${path}.lock`
  const mark = `${process.pid} ${hostname()} ${randomUUID()}`
  const deadline = Date.now() + PATIENCE
  while (!(await makeLock(lock, mark))) {
    if (Date.now() > deadline)
      throw new CommandFailed(`Another scorebook has kept ${lock} for too long. Delete it if none runs.`)
    if (await isLeft(lock)) await takeAway(lock, mark)
    else await sleep(20)
  }
  try {
    return await work()
  } finally {
    // If the machine was asleep, another process may have taken the lock since.
    if ((await readFile(lock, 'utf8').catch(() => '')) === mark) await rm(lock, { force: true })
  }
}

async function makeLock(lock: string, mark: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx', 0o600)
    try {
      await file.writeFile(mark)
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes the lock of a process that has ended. Only one process may do this: a second one could remove the lock of the next
 * holder.
 */
async function takeAway(lock: string, mark: string): Promise<void> {
  const steal = `${lock}.steal`
  if (!(await makeLock(steal, mark))) {
    if ((await ageOf(steal)) > LONGEST_STEAL) await rm(steal, { force: true })
    else await sleep(20)
    return
  }
  try {
    if (await isLeft(lock)) await rm(lock, { force: true })
  } finally {
    await rm(steal, { force: true })
  }
}

async function isLeft(lock: string): Promise<boolean> {
  try {
    const age = await ageOf(lock)
    const [holder = '', host] = (await readFile(lock, 'utf8')).split(' ')
    // The lock file was created but has no mark yet: a process writes its mark a moment after it has created the file.
    if (holder === '') return age > LONGEST_STEAL
    // If two machines share the home folder, we cannot see whether a process of the other machine is still running.
    return age > LONGEST_HELD || (host === hostname() && !runs(Number(holder)))
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function runs(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const ageOf = async (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )

async function makeFolder(path: string): Promise<void> {
  const folder = dirname(path)
  const ours = dirname(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') return
  for (const one of [ours, folder]) if (((await stat(one)).mode & 0o077) !== 0) await chmod(one, 0o700)
}

const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'
