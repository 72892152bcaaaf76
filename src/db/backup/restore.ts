/** Unpacks a backup into a data folder that has no database, checks every file on the way, and lets PostgreSQL finish it. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import * as z from 'zod'
import { type Account, mustHaveName, serverAccount } from '../embedded/account.ts'
import { MAJOR, openFolder } from '../embedded/cluster.ts'
import { codeOf, messageOf } from '../embedded/errors.ts'
import { lockForServing, oneAtATime } from '../embedded/folder-locks.ts'
import { type Memory, SMALL } from '../embedded/memory.ts'
import { startEmbeddedServer } from '../embedded/server.ts'
import { ARCHIVE, type Backup, BackupFailed, FILES, PASSWORD, syncFolder, writeWhole } from './folder.ts'
import { entriesOf } from './tar.ts'
import { layLog } from './kept-log.ts'

/** A time, or as late as the log that was kept goes. */
export type Target = Date | 'latest'

export interface Restoring {
  /** The data folder to restore into. */
  to: string
  /** As it was at this time, by the log that was kept since the backup; otherwise as it was when the backup ended. */
  at?: Target | undefined
  /** The folder of backups, which has the log. */
  backups: string
  memory?: Memory
}

/** The folder has the database afterwards, as of the backup or the time, and no server runs in it. */
export async function restoreBackup(
  backup: Backup,
  { to, at, backups, memory = SMALL }: Restoring,
): Promise<void> {
  mustFit(backup)
  const folder = await openFolder(to)
  const serving = await lockForServing(folder)
  try {
    await oneAtATime(
      folder,
      () => unpackInto(folder, backup, at, backups),
      () => {},
    )
  } finally {
    serving.release()
  }
  await complete(folder, memory, at)
}

function mustFit({ name, postgres, scorebook }: Backup): void {
  if (postgres !== MAJOR)
    throw new BackupFailed(
      `The backup ${name} is of PostgreSQL ${postgres}, and this Scorebook brings PostgreSQL ${MAJOR}. Restore it with Scorebook ${scorebook}, ` +
        'and then upgrade the data folder (`scorebook upgrade data`).',
    )
}

async function unpackInto(
  folder: string,
  backup: Backup,
  at: Target | undefined,
  backups: string,
): Promise<void> {
  await mustBeEmpty(folder)
  const account = await serverAccount(path.join(folder, 'cluster'))
  if (!account) mustHaveName()
  const draft = await mkdtemp(path.join(folder, 'cluster.new-'))
  try {
    await unpack(backup, draft)
    if (at !== undefined) await layLog(backup, backups, path.join(draft, 'pg_wal'))
    await tellTarget(draft, at)
    await giveAll(draft, account)
    await syncAll(draft)
    await rm(path.join(folder, 'lineage'), { force: true })
    await writeWhole(path.join(folder, 'password'), await passwordOf(backup))
    await rename(draft, path.join(folder, 'cluster'))
    await syncFolder(folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw explained(error, folder, backup)
  }
}

/** What a data folder may have beside a database: backups, locks, and what is made anew. */
const BESIDE =
  /^(backups|libraries|postgresql-.*|postgresql\.log.*|port|.*\.lock|serving\.pid|lineage|cluster\.new-.*)$/

async function mustBeEmpty(folder: string): Promise<void> {
  const found = (await readdir(folder)).filter((name) => !BESIDE.test(name))
  if (found.length === 0) return
  throw new BackupFailed(
    found.includes('cluster')
      ? `${folder} has a database, and a backup is restored into an empty folder only. Name another folder with --to, or move "cluster" and "password" away from there.`
      : `${folder} is not empty (it has ${found.slice(0, 3).join(', ')}). Name an empty folder, or one that does not exist, with --to.`,
  )
}

/** PostgreSQL's list of the files of its backup. */
const Files = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.int(), Checksum: z.string() })),
})

/**
 * Throws `BackupFailed` unless the archive is the one that the manifest tells of, and each file in it the one that PostgreSQL's own
 * list tells of. Without a folder it only checks.
 */
export async function unpack(backup: Backup, into: string | undefined): Promise<void> {
  const left = await listed(backup)
  const facts = { hash: createHash('sha256'), bytes: 0 }
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      facts.hash.update(chunk)
      facts.bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(
    createReadStream(path.join(backup.folder, ARCHIVE)),
    counted,
    createZstdDecompress(),
    async (archive: AsyncIterable<Buffer>) => {
      for await (const { name, kind, content } of entriesOf(archive)) {
        const target = into === undefined || name === '' ? into : path.join(into, name)
        if (kind === 'folder') {
          if (target !== undefined) await mkdir(target, { recursive: true, mode: 0o700 })
          continue
        }
        const digest = await writeFrom(content, target)
        const known = left.get(name)
        if (known !== undefined && known !== digest) throw new Damaged(`${name} is not what PostgreSQL wrote`)
        left.delete(name)
      }
    },
  )
  const [missing] = left.keys()
  if (missing !== undefined) throw new Damaged(`${missing} is missing`)
  const told = backup.files[ARCHIVE]
  if (told?.bytes !== facts.bytes || told.sha256 !== facts.hash.digest('hex'))
    throw new Damaged(`${ARCHIVE} has been changed`)
}

/** Each file's SHA-256, by its path. */
async function listed(backup: Backup): Promise<Map<string, string>> {
  const text = await readFile(path.join(backup.folder, FILES), 'utf8')
  if (createHash('sha256').update(text).digest('hex') !== backup.files[FILES]?.sha256)
    throw new Damaged(`${FILES} has been changed`)
  const { Files: files } = Files.parse(JSON.parse(text))
  return new Map(files.map(({ Path, Checksum }) => [Path, Checksum]))
}

class Damaged extends Error {}

async function writeFrom(content: AsyncIterable<Buffer>, file: string | undefined): Promise<string> {
  const hash = createHash('sha256')
  const handle = file === undefined ? undefined : await open(file, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      await handle?.write(chunk)
    }
  } finally {
    await handle?.close()
  }
  return hash.digest('hex')
}

/**
 * The end of recovery begins a new timeline, so that the log that comes after it is told from the log that was kept. All of the log
 * is in `pg_wal` already.
 */
async function tellTarget(data: string, at: Target | undefined): Promise<void> {
  const settings = [
    `restore_command = '${process.platform === 'win32' ? 'exit 1' : 'false'}'`,
    ...(at === undefined ? [`recovery_target = 'immediate'`] : []),
    ...(at instanceof Date ? [`recovery_target_time = '${at.toISOString().replace('Z', '+00')}'`] : []),
    `recovery_target_action = 'promote'`,
    'hot_standby = off', // whoever connects finds the database complete
  ]
  await forgetTarget(data)
  await appendFile(path.join(data, SETTINGS), settings.map((line) => `${line}\n`).join(''))
  await writeFile(path.join(data, 'recovery.signal'), '', { mode: 0o600 })
}

const SETTINGS = 'postgresql.auto.conf'

/** A backup of a database that was restored may still name the target of that time. */
async function forgetTarget(data: string): Promise<void> {
  const file = path.join(data, SETTINGS)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^(restore_command|recovery_target\w*|hot_standby) = .*\n/gm, ''))
}

async function giveAll(data: string, account: Account | undefined): Promise<void> {
  if (account === undefined) return
  for (const entry of await readdir(data, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), account.uid, account.gid)
  await chown(data, account.uid, account.gid)
  await chmod(data, 0o700)
}

/** Several at a time, as the disk writes them together then. */
async function syncAll(data: string): Promise<void> {
  const entries = await readdir(data, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const one = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const handle = await open(file)
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  for (const entry of entries)
    if (entry.isDirectory()) await syncFolder(path.join(entry.parentPath, entry.name))
}

async function passwordOf({ folder }: Backup): Promise<string> {
  return readFile(path.join(folder, PASSWORD), 'utf8')
}

/** Starts the server until it takes changes. What can't be completed is removed again: the folder was empty before. */
async function complete(folder: string, memory: Memory, at: Target | undefined): Promise<void> {
  const data = path.join(folder, 'cluster')
  try {
    const server = await startEmbeddedServer({ dir: folder, log: () => {}, exclusive: true, memory })
    await server.stop()
    await forgetTarget(data)
  } catch (error) {
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
    await rm(path.join(folder, 'password'), { force: true })
    throw at instanceof Date && /configured recovery target/.test(messageOf(error))
      ? notReached(error, at)
      : error
  }
}

const notReached = (error: unknown, at: Date) =>
  new BackupFailed(
    `The log that was kept has nothing from ${at.toISOString()} or later, so nobody can tell what the database was then. ` +
      'Name an earlier time, or --at latest. Nothing was restored.',
    { cause: error },
  )

function explained(error: unknown, folder: string, { name }: Backup): unknown {
  if (error instanceof BackupFailed) return error
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupFailed(
      `The backup was not restored: the disk of ${folder} is full. Free some room, or name a folder on another disk with --to.`,
      { cause: error },
    )
  if (
    error instanceof Damaged ||
    /zstd|archive|leads out|neither a file/i.test(messageOf(error)) ||
    /^Z(STD)?_/.test(code ?? '')
  )
    return new BackupFailed(
      `The backup ${name} is damaged: ${messageOf(error)}. Nothing was restored; take another one (\`scorebook backup list\`).`,
      { cause: error },
    )
  if (code === 'ENOENT')
    return new BackupFailed(
      `The backup ${name} is not whole: ${messageOf(error)}. Nothing was restored; take another one (\`scorebook backup list\`).`,
      { cause: error },
    )
  return error
}
