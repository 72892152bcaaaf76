/** Restores a backup: unpacks it, checks every file, lets PostgreSQL recover the database, and moves it into the data folder. */
import { appendFile, chmod, chown, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Account, mustHaveName, serverAccount } from '../embedded/account.ts'
import { MAJOR, openFolder } from '../embedded/cluster.ts'
import { draftIn, removeDraft, takePlace } from '../embedded/draft.ts'
import { codeOf, messageOf } from '../embedded/errors.ts'
import { lockForServing, oneAtATime } from '../embedded/folder-locks.ts'
import { type Memory, SMALL } from '../embedded/memory.ts'
import { startEmbeddedServer } from '../embedded/server.ts'
import type { Connection } from '../hosts.ts'
import { connected } from './create.ts'
import { type Backup, BackupFailed, PASSWORD, digestOf, writeWhole } from './folder.ts'
import { RESERVE, megabytes, roomIn } from './room.ts'
import { DamagedBackup, unpack } from './unpack.ts'
import { copyLog, logSize } from './archived-log.ts'

/**
 * The point in time to restore: `latest`, or a time with its zone as a text. It is a text because a `Date` has no microseconds.
 */
export type Target = string

interface RestoreOptions {
  to: string
  at?: Target | undefined
  backups: string
  memory?: Memory
  /** Called with the restored database before anybody else uses it. If it fails, nothing is restored. */
  atEnd?: ((connection: Connection) => Promise<void>) | undefined
  elsewhere?: string
}

interface RestoredData {
  /** The time of the last change in the restored log. Undefined if the log has no change. */
  lastChange: Date | undefined
  /**
   * The first segment that is missing or damaged. Undefined if the archive has no segments after it: only then is everything
   * restored.
   */
  breaksOff: string | undefined
}

/**
 * Restores a backup into a folder without a database. Afterwards no server runs. If the restore fails or is killed, the folder
 * still has no database.
 */
export async function restoreBackup(
  backup: Backup,
  {
    to,
    at,
    backups,
    memory = SMALL,
    atEnd = async () => {},
    elsewhere = 'name a folder on another disk with --to',
  }: RestoreOptions,
): Promise<RestoredData> {
  mustFit(backup)
  mustHaveEnded(backup, at)
  const folder = await openFolder(to)
  const serving = await lockForServing(folder)
  try {
    return await oneAtATime(
      folder,
      async () => {
        await mustBeEmpty(folder, backup)
        const draft = draftIn(folder, 'restore')
        try {
          await removeDraft(draft)
          await mustHaveRoom(folder, backup, at, { backups, elsewhere })
          await mkdir(draft, { mode: 0o700 })
          const breaksOff = await unpackInto(draft, backup, at, backups)
          const lastChange = await complete(draft, { memory, at, breaksOff, atEnd })
          await takePlace(draft, folder)
          return { lastChange, breaksOff }
        } catch (error) {
          throw explained(error, folder, backup, elsewhere)
        } finally {
          await removeDraft(draft)
        }
      },
      () => {},
    )
  } finally {
    serving.release()
  }
}

function mustFit({ name, postgres, scorebook, reason }: Backup): void {
  if (postgres === MAJOR) return
  const its =
    reason === 'before-upgrade'
      ? `the Scorebook that you used before the upgrade, which brings PostgreSQL ${postgres}`
      : `Scorebook ${scorebook}`
  throw new BackupFailed(
    `The backup ${name} is of PostgreSQL ${postgres}, and this Scorebook brings PostgreSQL ${MAJOR}. Restore it with ${its}, ` +
      'and then upgrade the data folder (`scorebook upgrade data`).',
  )
}

/**
 * Refuses a point in time that is before the end of the backup, because PostgreSQL would restore the end of the backup without an
 * error.
 */
function mustHaveEnded({ name, endedAt }: Backup, at: Target | undefined): void {
  if (at === undefined || at === 'latest' || Date.parse(at) >= Date.parse(endedAt)) return
  throw new BackupFailed(
    `${at} is before the backup ${name} ended (${endedAt}). Name an earlier backup, or none: then Scorebook chooses the right one.`,
  )
}

async function mustHaveRoom(
  folder: string,
  backup: Backup,
  at: Target | undefined,
  { backups, elsewhere }: { backups: string; elsewhere: string },
): Promise<void> {
  const needed = backup.unpacked + (at === undefined ? 0 : await logSize(backup, backups)) + RESERVE
  const room = await roomIn(folder)
  if (room >= needed) return
  throw new BackupFailed(
    `The backup was not restored: it needs ${megabytes(needed)} MiB, and the disk of ${folder} has ${megabytes(room)} MiB left. ` +
      `Free some room, or ${elsewhere}.`,
  )
}

/** Unpacks the backup, and copies the log beside it. If the copied log has a gap, returns the first missing segment. */
async function unpackInto(
  draft: string,
  backup: Backup,
  at: Target | undefined,
  backups: string,
): Promise<string | undefined> {
  await writeWhole(path.join(draft, 'password'), await passwordOf(backup))
  const data = path.join(draft, 'cluster')
  const account = await serverAccount(data)
  if (!account) mustHaveName()
  await mkdir(data, { mode: 0o700 })
  await unpack(backup, data)
  const breaksOff = at === undefined ? undefined : await copyLog(backup, backups, path.join(data, 'pg_wal'))
  await writeTarget(data, at)
  await chownAll(data, account)
  return breaksOff
}

/** The files that a folder may have although it has no database. */
const BESIDE =
  /^(backups|libraries|postgresql-.*|postgresql\.log.*|port|.*\.lock|serving\.pid|lineage|cluster\.(new-|postgresql-).*|restore)$/

/**
 * Refuses a folder that has a database. The password of this backup is allowed, because a killed restore can leave it in the
 * folder.
 */
async function mustBeEmpty(folder: string, backup: Backup): Promise<void> {
  const found = (await readdir(folder)).filter((name) => !BESIDE.test(name))
  if (found.length === 0) return
  const [only] = found
  if (found.length === 1 && only === 'password') {
    if ((await readFile(path.join(folder, only), 'utf8')) === (await passwordOf(backup))) return
    throw new BackupFailed(
      `${folder} has the file "password" of another database. Move it to where that database is.`,
    )
  }
  throw new BackupFailed(
    found.includes('cluster')
      ? `${folder} has a database, and a backup is restored into an empty folder only. Name another folder with --to, or move "cluster" and "password" away from there.`
      : `${folder} is not empty (it has ${found.slice(0, 3).join(', ')}). Name an empty folder, or one that does not exist, with --to.`,
  )
}

/**
 * Tells PostgreSQL up to which point to recover. At the end of the recovery it begins a new timeline, so new log never mixes with
 * the archived log.
 */
async function writeTarget(data: string, at: Target | undefined): Promise<void> {
  const settings = [
    `restore_command = '${process.platform === 'win32' ? 'exit 1' : 'false'}'`,
    ...(at === undefined ? [`recovery_target = 'immediate'`] : []),
    ...(at === undefined || at === 'latest' ? [] : [`recovery_target_time = '${at.replace(/Z$/, '+00')}'`]),
    `recovery_target_action = 'promote'`,
    'hot_standby = off', // nobody can connect before the database is complete
  ]
  await removeTarget(data)
  await appendFile(path.join(data, SETTINGS), settings.map((line) => `${line}\n`).join(''))
  await writeFile(path.join(data, 'recovery.signal'), '', { mode: 0o600 })
}

const SETTINGS = 'postgresql.auto.conf'

/** Removes the settings of an earlier restore. They are in the backup if the database was restored before it was backed up. */
async function removeTarget(data: string): Promise<void> {
  const file = path.join(data, SETTINGS)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^(restore_command|recovery_target\w*|hot_standby) = .*\n/gm, ''))
}

async function chownAll(data: string, account: Account | undefined): Promise<void> {
  if (account === undefined) return
  for (const entry of await readdir(data, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), account.uid, account.gid)
  await chown(data, account.uid, account.gid)
  await chmod(data, 0o700)
}

async function passwordOf({ folder, name, files }: Backup): Promise<string> {
  const password = await readFile(path.join(folder, PASSWORD), 'utf8').catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? isDamaged(name, `${PASSWORD} is missing`, error) : error
  })
  if (digestOf(password) === files[PASSWORD]?.sha256) return password
  throw isDamaged(name, `${PASSWORD} has been changed`)
}

/** Starts the server, which recovers the database, and then calls `atEnd`. Returns the time of the last change in the log. */
async function complete(
  draft: string,
  {
    memory,
    at,
    breaksOff,
    atEnd,
  }: {
    memory: Memory
    at: Target | undefined
    breaksOff: string | undefined
    atEnd: (connection: Connection) => Promise<void>
  },
): Promise<Date | undefined> {
  try {
    const server = await startEmbeddedServer({ dir: draft, log: () => {}, exclusive: true, memory })
    try {
      const lastChange = await lastChangeOf(server.administrator)
      await atEnd(server.connection)
      return lastChange
    } finally {
      await server.stop()
      await removeTarget(path.join(draft, 'cluster'))
    }
  } catch (error) {
    throw at !== undefined && /configured recovery target/.test(messageOf(error))
      ? notReached(error, at, breaksOff)
      : error
  }
}

async function lastChangeOf(administrator: Parameters<typeof connected>[0]): Promise<Date | undefined> {
  const client = await connected(administrator)
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    return rows[0]?.at ?? undefined
  } finally {
    await client.end()
  }
}

const notReached = (error: unknown, at: Target, breaksOff: string | undefined) =>
  new BackupFailed(
    `The archived log has nothing from ${at} or later${breaksOff === undefined ? '' : ` that continues this backup: its segment ${breaksOff} is missing or damaged`}, ` +
      `so the database at that time is not known. Name an earlier time, ${breaksOff === undefined ? '' : 'or a later backup, '}or --at latest. Nothing was restored.`,
    { cause: error },
  )

const isDamaged = (name: string, why: string, cause?: unknown) =>
  new BackupFailed(
    `The backup ${name} is damaged: ${why}. Nothing was restored; take another one (\`scorebook backup list\`).`,
    { cause },
  )

function explained(error: unknown, folder: string, { name }: Backup, elsewhere: string): unknown {
  if (error instanceof BackupFailed) return error
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupFailed(
      `The backup was not restored: the disk of ${folder} is full. Free some room, or ${elsewhere}.`,
      { cause: error },
    )
  if (
    error instanceof DamagedBackup ||
    /zstd|archive|leads out|neither a file/i.test(messageOf(error)) ||
    /^Z(STD)?_/.test(code ?? '')
  )
    return isDamaged(name, messageOf(error), error)
  if (code === 'ENOENT')
    return new BackupFailed(
      `The backup ${name} is not whole: ${messageOf(error)}. Nothing was restored; take another one (\`scorebook backup list\`).`,
      { cause: error },
    )
  return error
}
