/** The folder of backups: each is a folder that gets its name when it is whole, with a manifest that says what is in it. */
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, mkdtemp, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { syncFolder } from '../embedded/draft.ts'
import { codeOf, messageOf } from '../embedded/errors.ts'
import { type Lock, tryLock } from '../embedded/lock.ts'

/** Why a backup was made, which decides how long it is kept (`retention.ts`). */
export const REASONS = ['by-hand', 'daily', 'before-migration', 'before-upgrade'] as const
export type Reason = (typeof REASONS)[number]

const Manifest = z.strictObject({
  /** Of this format. */
  format: z.literal(1),
  reason: z.enum(REASONS),
  /** When it began and ended. It has everything that was acknowledged before it ended. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  scorebook: z.string(),
  /** The major version of PostgreSQL, which must be the same to restore it. */
  postgres: z.string(),
  /** PostgreSQL's own number of the database's files. */
  system: z.string(),
  /** Which data folder it is of: log that was kept of another folder does not go on from it. */
  lineage: z.string(),
  /** The part of PostgreSQL's log that makes the backup consistent; what was kept goes on from its begin. */
  log: z.strictObject({ timeline: z.int(), from: z.string(), to: z.string() }),
  /** The names of the migrations that the database had. */
  migrations: z.array(z.string()),
  /** Of the data folder, in bytes. */
  unpacked: z.int(),
  /** By its name each file beside the manifest. */
  files: z.record(z.string(), z.strictObject({ bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

export interface Backup extends Manifest {
  name: string
  folder: string
}

/** No backup was made, or the one that was named can't be used; the message says why and what to do. */
export class BackupFailed extends Error {
  override name = 'BackupFailed'
}

/** The files of a backup. */
export const ARCHIVE = 'cluster.tar.zst'
export const FILES = 'backup_manifest'
export const PASSWORD = 'password'
const MANIFEST = 'manifest.json'

/** Ends with its reason, so that a list of the folder tells what is there. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-(by-hand|daily|before-migration|before-upgrade)(-\d+)?$/
const DRAFT = 'unfinished-'

export interface Backups {
  /** Whole backups, the oldest first. */
  backups: Backup[]
  /** What has the name of a backup and can't be read as one, and why. */
  unreadable: { name: string; why: string }[]
}

/** A folder that isn't there has no backups. */
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

/** The newest; one that is dated in the future does not count, as the clock was wrong then or is wrong now. */
export const lastOf = (backups: readonly Backup[], now = Date.now()): Backup | undefined =>
  backups.findLast(({ endedAt }) => Date.parse(endedAt) <= now)

/** The named one, or the newest; for a point in time the newest that ended before. */
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

/** Nobody knows which one is meant where the clock was wrong, or where two databases were backed up in turns. */
function mustBeClear(backups: readonly Backup[], newest: Backup): void {
  const ahead = backups.find((one) => Date.parse(one.endedAt) > Date.now())
  if (ahead)
    throw new BackupFailed(
      `The backup ${ahead.name} is dated in the future, so the newest cannot be told by the dates. Name the backup.`,
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

/** As text with its own SHA-256: nothing else holds what a manifest says. */
const sealed = (manifest: Manifest) =>
  `${JSON.stringify({ ...manifest, sha256: digestOf(JSON.stringify(manifest)) }, null, 2)}\n`

/** Undefined for a text that has been changed. */
function unsealed(text: string): unknown {
  try {
    const { sha256, ...manifest } = JSON.parse(text) as Record<string, unknown>
    return digestOf(JSON.stringify(manifest)) === sha256 ? manifest : undefined
  } catch {
    return undefined
  }
}

export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** One process at a time makes or removes backups; undefined while another one does. */
export async function lockBackups(folder: string): Promise<Lock | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return tryLock(path.join(folder, 'backups.lock'), 'exclusive')
}

/**
 * Calls `fill` with a folder that is not a backup yet, and gives it its name when all is on the disk. Call it with the lock;
 * what a process that was killed has left is removed before.
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

/** Under another name first, so that half of it doesn't look like a backup. Call it with the lock. */
export async function removeBackup(folder: string, { name }: Pick<Backup, 'name'>): Promise<void> {
  const draft = path.join(folder, `${DRAFT}${name}`)
  await rename(path.join(folder, name), draft)
  await rm(draft, { recursive: true, force: true })
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(DRAFT)) await rm(path.join(folder, name), { recursive: true, force: true })
}

/** Two backups may begin in the same second. */
async function freeName(folder: string, { startedAt, reason }: Manifest): Promise<string> {
  const plain = `${startedAt.slice(0, 19).replaceAll(':', '-')}Z-${reason}`
  const taken = new Set(await readdir(folder))
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(name)) return name
  }
}

/** Only its owner may read it, and it is on the disk afterwards. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A disk that is nearly full may take a part of the bytes without an error. */
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
