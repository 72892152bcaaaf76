/**
 * The archived log of changes. With it, a backup can be restored to any point in time. Each lineage has a folder, and each
 * segment of the log has a file.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { codeOf } from '../embedded/errors.ts'
import { type Backup, BackupFailed } from './folder.ts'
import { SEGMENT, beginOf, beginOfSegment, positionOf, segmentOf } from './segments.ts'

/** The endings of file names: `PACKED` for a complete segment, `PARTIAL` for the segment that PostgreSQL is still writing. */
export const PACKED = '.zst'
export const PARTIAL = '.partial'

export const logFolder = (backups: string, lineage: string) => path.join(backups, 'log', lineage)

interface ArchivedSegment {
  segment: string
  begin: bigint
  file: string
  complete: boolean
}

/** If a segment has both a complete and a partial file, the complete file is used. */
export async function archivedSegments(folder: string, timeline: number): Promise<ArchivedSegment[]> {
  const names = await readdir(folder).catch(() => [])
  const found = new Map<string, ArchivedSegment>()
  for (const name of names) {
    const [, segment = '', end = ''] = /^([0-9A-F]{24})(\.zst|\.partial)$/.exec(name) ?? []
    const begin = beginOfSegment(segment)
    if (begin === undefined || Number.parseInt(segment.slice(0, 8), 16) !== timeline) continue
    if (found.get(segment)?.complete) continue
    found.set(segment, { segment, begin, file: path.join(folder, name), complete: end === PACKED })
  }
  return [...found.values()].toSorted((one, other) => (one.begin < other.begin ? -1 : 1))
}

/**
 * Copies the segments of the log from the start of the backup up to the first gap. If segments follow after the gap, returns the
 * name of the missing one. Throws `BackupFailed` if there is no segment at all.
 */
export async function copyLog(
  { name, lineage, log }: Pick<Backup, 'name' | 'lineage' | 'log'>,
  backups: string,
  into: string,
): Promise<string | undefined> {
  const kept = (await archivedSegments(logFolder(backups, lineage), log.timeline)).filter(
    ({ begin }) => begin >= beginOf(positionOf(log.from)),
  )
  let next = beginOf(positionOf(log.from))
  for (const one of kept) {
    if (one.begin > next) break
    if (!(await copySegment(one, path.join(into, one.segment)))) break
    next += BigInt(SEGMENT)
    if (!one.complete) break
  }
  const laid = Number((next - beginOf(positionOf(log.from))) / BigInt(SEGMENT))
  if (laid > 0) return kept.length > laid ? segmentOf(log.timeline, next) : undefined
  throw new BackupFailed(
    `There is no log after the backup ${name}: a point in time needs SCOREBOOK_BACKUP_LOG=on while the service runs. Without --at you restore the backup itself.`,
  )
}

/** Returns false if the segment is damaged. */
async function copySegment({ file, complete }: ArchivedSegment, target: string): Promise<boolean> {
  await rm(target, { force: true })
  if (!complete) {
    await copyFile(file, target)
    await truncate(target, SEGMENT) // PostgreSQL reads only segments of full length
    return true
  }
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), createWriteStream(target, { mode: 0o600 }))
    if ((await stat(target)).size === SEGMENT) return true
  } catch (error) {
    if (!/^Z(STD)?_/.test(codeOf(error) ?? '')) throw error
  }
  await rm(target, { force: true })
  return false
}

/** The size of the uncompressed log in bytes. */
export async function logSize(
  { lineage, log }: Pick<Backup, 'lineage' | 'log'>,
  backups: string,
): Promise<number> {
  const kept = await archivedSegments(logFolder(backups, lineage), log.timeline)
  return SEGMENT * kept.filter(({ begin }) => begin >= beginOf(positionOf(log.from))).length
}

/** The last point in time to which this backup can be restored. Undefined if the archive has no log for this backup. */
export async function lastMomentOf(
  { lineage, log }: Pick<Backup, 'lineage' | 'log'>,
  backups: string,
): Promise<Date | undefined> {
  let next = beginOf(positionOf(log.from))
  let last: ArchivedSegment | undefined
  for (const one of await archivedSegments(logFolder(backups, lineage), log.timeline)) {
    if (one.begin < next) continue
    if (one.begin > next) break
    last = one
    next += BigInt(SEGMENT)
  }
  return last && (await stat(last.file)).mtime
}

export async function hasGap(
  { lineage, log }: Pick<Backup, 'lineage' | 'log'>,
  backups: string,
): Promise<boolean> {
  const from = beginOf(positionOf(log.from))
  const kept = (await archivedSegments(logFolder(backups, lineage), log.timeline)).filter(
    ({ begin }) => begin >= from,
  )
  return kept.some(({ begin }, n) => begin !== from + BigInt(n * SEGMENT))
}

/** Removes the part of the log that was written before the backup `oldest`. */
export async function removeLog(folder: string, oldest: Pick<Backup, 'log'>): Promise<void> {
  const first = segmentOf(oldest.log.timeline, positionOf(oldest.log.from))
  for (const { segment, file } of await archivedSegments(folder, oldest.log.timeline))
    if (segment < first) await rm(file, { force: true })
}

export async function lineagesIn(backups: string): Promise<string[]> {
  const names = await readdir(path.join(backups, 'log')).catch(() => [])
  return names.filter((name) => /^[0-9a-f]{16}$/.test(name))
}

/** Removes the log of a lineage, unless it has changes after `since`. In that case another service may still be using it. */
export async function removeLineage(backups: string, lineage: string, since: number): Promise<void> {
  const folder = logFolder(backups, lineage)
  const files = (await readdir(folder)).map((name) => path.join(folder, name))
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
  if (Math.max(...times) < since) await rm(folder, { recursive: true, force: true })
}

export async function makeLogFolder(backups: string, lineage: string): Promise<string> {
  const folder = logFolder(backups, lineage)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}
