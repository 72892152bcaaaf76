/** The folder of backups. Each backup is a folder with a manifest. It gets its final name only when it is complete. */
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, mkdtemp, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { syncFolder } from '../embedded/draft.ts'
import { codeOf, messageOf } from '../embedded/errors.ts'
import { type Lock, tryLock } from '../embedded/lock.ts'

/** The reason for a backup decides how long we keep it (`retention.ts`). */
const REASONS = ['by-hand', 'daily', 'before-migration', 'before-upgrade'] as const
export type Reason = (typeof REASONS)[number]

const Manifest = z.strictObject({
  format: z.literal(1),
  reason: z.enum(REASONS),
  /** The backup has every change that was committed before `endedAt`. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  scorebook: z.string(),
  /** Only the same major version of PostgreSQL can restore the backup. */
  postgres: z.string(),
  system: z.string(),
  /** The id of the data folder's lineage. To restore a point in time, we use only log of this lineage. */
  lineage: z.string(),
  /**
   * The log that was written while the backup was made. To restore a point in time, we also need the archived log from `from`
   * onwards.
   */
  log: z.strictObject({ timeline: z.int(), from: z.string(), to: z.string() }),
  migrations: z.array(z.string()),
  /** The size of the data folder, in bytes. */
  unpacked: z.int(),
  files: z.record(z.string(), z.strictObject({ bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

export interface Backup extends Manifest {
  name: string
  folder: string
}

/** The message says why no backup can be used, and what to do. */
export class BackupFailed extends Error {
  override name = 'BackupFailed'
}

export const ARCHIVE = 'cluster.tar.zst'
export const FILES = 'backup_manifest'
export const PASSWORD = 'password'
const MANIFEST = 'manifest.json'

/** The name contains the reason, so that a list of the folder shows it. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-(by-hand|daily|before-migration|before-upgrade)(-\d+)?$/
const DRAFT = 'unfinished-'

interface Backups {
  /** The oldest backup is first. */
  backups: Backup[]
  /** Folders that have the name of a backup but cannot be read, and why. */
  unreadable: { name: string; why: string }[]
}

/** Returns an empty list if the folder does not exist. */
export async function backupsIn(folder: string): Promise<Backups> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const found: Backups = { backups: [], unreadable: [] }
  for (const name of names.filter((one) => NAME.test(one)).toSorted()) {
    try {
      found.backups.push(await readBackup(folder, name))
    } catch (error) {
      found.unreadable.push({ name, why: messageOf(error) })
    }
  }
  found.backups.sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt))
  return found
}

/** The newest backup without a date in the future. A date in the future means that the clock is wrong or was wrong. */
export const lastOf = (backups: readonly Backup[], now = Date.now()): Backup | undefined =>
  backups.findLast(({ endedAt }) => Date.parse(endedAt) <= now)

/** Finds the backup with this name. Without a name, finds the newest backup, or the newest backup that ended before `before`. */
export async function findBackup(folder: string, name: string | undefined, before?: Date): Promise<Backup> {
  if (name !== undefined) {
    if (!NAME.test(name))
      throw new BackupFailed(`${name} is not the name of a backup; \`scorebook backup list\` has them.`)
    return readBackup(folder, name)
  }
  const { backups } = await backupsIn(folder)
  const newest = before ? lastOf(backups, before.getTime()) : backups.at(-1)
  if (newest) {
    mustBeClear(backups, newest)
    return newest
  }
  if (backups.length > 0)
    throw new BackupFailed(
      `No backup in ${folder} ended before ${before?.toISOString()}; \`scorebook backup list\` has them all.`,
    )
  throw new BackupFailed(
    `There is no backup in ${folder}. SCOREBOOK_BACKUP_DIR says where they are; \`scorebook backup create\` makes one.`,
  )
}

/** Throws if we cannot know which backup is the newest: either the clock was wrong, or two databases use this folder. */
function mustBeClear(backups: readonly Backup[], newest: Backup): void {
  const ahead = backups.find((one) => Date.parse(one.endedAt) > Date.now())
  if (ahead)
    throw new BackupFailed(
      `The backup ${ahead.name} is dated in the future, so the dates do not show which one is the newest. Name the backup.`,
    )
  const first = backups.find(({ system }) => system === newest.system)
  const other = backups.find(
    ({ system, startedAt }) =>
      system !== newest.system &&
      first !== undefined &&
      startedAt > first.startedAt &&
      startedAt <= newest.startedAt,
  )
  if (other)
    throw new BackupFailed(
      `The backups ${newest.name} and ${other.name} are of different databases, which were backed up in turns. Name the backup.`,
    )
}

async function readBackup(folder: string, name: string): Promise<Backup> {
  const own = path.join(folder, name)
  const text = await readFile(path.join(own, MANIFEST), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT')
      throw new BackupFailed(`There is no backup ${name} in ${folder}; \`scorebook backup list\` has them.`)
    throw error
  })
  const read = Manifest.safeParse(unsealed(text))
  if (!read.success)
    throw new BackupFailed(
      `The manifest of ${name} is damaged, or a newer version of Scorebook has written it.`,
    )
  for (const [file, { bytes }] of Object.entries(read.data.files)) {
    const size = await stat(path.join(own, file)).then(
      (found) => found.size,
      () => undefined,
    )
    if (size !== bytes)
      throw new BackupFailed(
        `The backup ${name} is not whole: ${file} ${size === undefined ? 'is missing' : `has ${size} bytes in place of ${bytes}`}.`,
      )
  }
  return { ...read.data, name, folder: own }
}

/** Adds the SHA-256 of the manifest's text. Without it, nobody would notice that the manifest was changed. */
const sealed = (manifest: Manifest) =>
  `${JSON.stringify({ ...manifest, sha256: digestOf(JSON.stringify(manifest)) }, null, 2)}\n`

/** Checks the SHA-256 of a manifest. Returns undefined if the manifest was changed. */
function unsealed(text: string): unknown {
  try {
    const { sha256, ...manifest } = JSON.parse(text) as Record<string, unknown>
    return digestOf(JSON.stringify(manifest)) === sha256 ? manifest : undefined
  } catch {
    return undefined
  }
}

export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Locks the folder of backups. Returns undefined if another process is making or removing backups. */
export async function lockBackups(folder: string): Promise<Lock | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return tryLock(path.join(folder, 'backups.lock'), 'exclusive')
}

/**
 * Calls `fill` to write into a draft folder, and renames the folder when everything is on the disk. The caller must hold the
 * lock.
 */
export async function makeBackup(
  folder: string,
  fill: (draft: string) => Promise<Manifest>,
): Promise<Backup> {
  await removeDrafts(folder)
  const draft = await mkdtemp(path.join(folder, DRAFT))
  try {
    const manifest = await fill(draft)
    await writeWhole(path.join(draft, MANIFEST), sealed(manifest))
    await syncFolder(draft)
    const name = await freeName(folder, manifest)
    await rename(draft, path.join(folder, name))
    await syncFolder(folder)
    return { ...manifest, name, folder: path.join(folder, name) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/**
 * Renames the folder before removing its files, so that a half-removed backup never looks complete. The caller must hold the
 * lock.
 */
export async function removeBackup(folder: string, { name }: Pick<Backup, 'name'>): Promise<void> {
  const draft = path.join(folder, `${DRAFT}${name}`)
  await rename(path.join(folder, name), draft)
  await rm(draft, { recursive: true, force: true })
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(DRAFT)) await rm(path.join(folder, name), { recursive: true, force: true })
}

async function freeName(folder: string, { startedAt, reason }: Manifest): Promise<string> {
  const plain = `${startedAt.slice(0, 19).replaceAll(':', '-')}Z-${reason}`
  const taken = new Set(await readdir(folder))
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(name)) return name
  }
}

/** Writes a file that only its owner may read, and waits until it is on the disk. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes all bytes. A disk that is nearly full can take only a part of them without an error. */
export async function writeAll(
  handle: Pick<FileHandle, 'write'>,
  bytes: Buffer,
  position?: number,
): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const at = position === undefined ? null : position + done
    done += (await handle.write(bytes, done, bytes.length - done, at)).bytesWritten
  }
}
