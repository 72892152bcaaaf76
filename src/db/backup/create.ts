/** Makes a backup of the embedded server while the server runs, with PostgreSQL's own base backup. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import * as z from 'zod'
import { CopyOut } from '../copy-out.ts'
import { codeOf, messageOf } from '../embedded/errors.ts'
import type { EmbeddedServer } from '../embedded/server.ts'
import {
  ARCHIVE,
  type Backup,
  BackupFailed,
  FILES,
  type Manifest,
  PASSWORD,
  type Reason,
  backupsIn,
  digestOf,
  lockBackups,
  makeBackup,
  removeBackup,
  writeWhole,
} from './folder.ts'
import { lineageOf } from './lineage.ts'
import { removable } from './retention.ts'
import { NoRoom, mustHaveRoom, reserveOf, roomIn } from './room.ts'
import { Sink } from './sink.ts'

interface BackupOptions {
  folder: string
  reason: Reason
  version: string
  signal?: AbortSignal | undefined
}

interface CreatedBackup {
  backup: Backup
  removed: string[]
  /** If an older backup could not be removed: a sentence that says why. */
  trouble: string | undefined
}

/** Makes a backup and removes old ones. Throws `BackupFailed`. */
export async function createBackup(
  server: Pick<EmbeddedServer, 'administrator' | 'folder'>,
  making: BackupOptions,
): Promise<CreatedBackup> {
  const { folder } = making
  try {
    const lock = await lockBackups(folder)
    if (lock === undefined)
      throw new BackupFailed(
        `Another process makes or removes a backup in ${folder} at the moment. Wait until it has ended.`,
      )
    try {
      const backup = await makeBackup(folder, (draft) => fill(server, making, draft))
      return { backup, ...(await clear(folder, removable((await backupsIn(folder)).backups, backup))) }
    } finally {
      lock.release()
    }
  } catch (error) {
    throw await explained(error, folder)
  }
}

/** Removes these backups. If our account may not remove one of them, returns a sentence about it in `trouble`. */
async function clear(folder: string, backups: Backup[]): Promise<Pick<CreatedBackup, 'removed' | 'trouble'>> {
  const removed: string[] = []
  let trouble: string | undefined
  for (const one of backups) {
    try {
      await removeBackup(folder, one)
      removed.push(one.name)
    } catch (error) {
      trouble = `${one.name} is no longer kept, and cannot be removed: ${messageOf(error)}. This account must be allowed to write in ${folder}.`
    }
  }
  return { removed, trouble }
}

async function fill(
  { administrator, folder: dataFolder }: Pick<EmbeddedServer, 'administrator' | 'folder'>,
  { folder, reason, version, signal }: BackupOptions,
  draft: string,
): Promise<Manifest> {
  const startedAt = new Date().toISOString()
  const reserve = await reserveOf(folder, dataFolder)
  await mustHaveRoom(folder, reserve)
  const facts = await factsOf(administrator)
  const received = await receive(administrator, draft, { folder, reserve, signal })
  const { password } = administrator
  await writeWhole(path.join(draft, PASSWORD), password)
  return {
    format: 1,
    reason,
    startedAt,
    endedAt: new Date().toISOString(),
    scorebook: version,
    lineage: await lineageOf(dataFolder),
    ...facts,
    ...received,
    files: {
      ...received.files,
      [PASSWORD]: { bytes: Buffer.byteLength(password), sha256: digestOf(password) },
    },
  }
}

/**
 * PostgreSQL's command for a base backup. It fails if a page has a wrong checksum, because a bad backup must not replace a good
 * one.
 */
const BASE_BACKUP = `BASE_BACKUP (label 'scorebook', checkpoint 'fast', wal true, manifest 'yes', manifest_checksums 'sha256', verify_checksums true)`

/** After this number of bytes (16 MiB) we check again how much space the disk has. */
const LOOK = 16 * 1024 * 1024

async function receive(
  administrator: EmbeddedServer['administrator'],
  draft: string,
  { folder, reserve, signal }: { folder: string; reserve: number; signal: AbortSignal | undefined },
): Promise<Pick<Manifest, 'unpacked' | 'files' | 'log'>> {
  const client = await connected(administrator, 'true')
  const files: Manifest['files'] = {}
  let [unpacked, looked] = [0, 0]
  let sink: Sink | undefined
  let name = ''
  const stream = new CopyOut(client, BASE_BACKUP)
  const giveUp = () => stream.destroy(new BackupFailed('The backup was given up, because the service stops.'))
  signal?.addEventListener('abort', giveUp)
  try {
    if (signal?.aborted) giveUp()
    for await (const message of stream as AsyncIterable<Buffer>) {
      const kind = String.fromCharCode(message[0] ?? 0)
      if (kind === 'n' || kind === 'm') {
        if (sink) files[name] = await sink.end()
        name = kind === 'n' ? ARCHIVE : FILES
        if (files[name] || (kind === 'n' && sink))
          throw new BackupFailed(
            'The database has tablespaces, which Scorebook never makes and does not back up.',
          )
        sink = new Sink(path.join(draft, name), { packed: kind === 'n' })
      } else if (kind === 'd' && sink) {
        await sink.write(message.subarray(1))
        if (name === ARCHIVE) unpacked += message.length - 1
        if (unpacked - looked < LOOK) continue
        looked = unpacked
        await mustHaveRoom(folder, reserve)
      }
    }
    if (sink) files[name] = await sink.end()
    if (!files[ARCHIVE] || !files[FILES]) throw new BackupFailed('PostgreSQL has sent no whole backup.')
    return { unpacked, files, log: await logOf(path.join(draft, FILES)) }
  } catch (error) {
    await sink?.abandon()
    throw error
  } finally {
    signal?.removeEventListener('abort', giveUp)
    stream.destroy()
    await client.end().catch(() => {})
  }
}

const Ranges = z.object({
  'WAL-Ranges': z.tuple([z.object({ Timeline: z.int(), 'Start-LSN': z.string(), 'End-LSN': z.string() })]),
})

/** The log of a backup is a single range, because the server of a data folder never changes its timeline. */
async function logOf(file: string): Promise<Manifest['log']> {
  const [range] = Ranges.parse(JSON.parse(await readFile(file, 'utf8')))['WAL-Ranges']
  return { timeline: range.Timeline, from: range['Start-LSN'], to: range['End-LSN'] }
}

async function factsOf(
  administrator: EmbeddedServer['administrator'],
): Promise<Pick<Manifest, 'postgres' | 'system' | 'migrations'>> {
  const client = await connected({ ...administrator, database: 'scorebook' })
  try {
    const { rows } = await client.query<{ postgres: string; system: string; migrated: boolean }>(`
      select (current_setting('server_version_num')::int / 10000)::text as postgres,
        (select system_identifier::text from pg_control_system()) as system,
        to_regclass('schema_migrations') is not null as migrated`)
    const [{ migrated, ...facts } = { postgres: '', system: '', migrated: false }] = rows
    const { rows: names } = migrated
      ? await client.query<{ name: string }>('select name from schema_migrations order by name')
      : { rows: [] }
    return { ...facts, migrations: names.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

export async function connected(
  administrator: EmbeddedServer['administrator'],
  replication?: 'true',
): Promise<pg.Client> {
  const client = new pg.Client({
    ...administrator,
    application_name: 'scorebook backup',
    ...(replication ? { replication } : {}),
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function explained(error: unknown, folder: string): Promise<unknown> {
  if (error instanceof BackupFailed) return error
  const code = codeOf(error)
  if (error instanceof NoRoom || code === 'ENOSPC' || code === 'EDQUOT') {
    const left = Math.floor((await roomIn(folder)) / 1_048_576)
    return new BackupFailed(
      `No backup was made: the disk of ${folder} is too full (${left} MiB are left, and 64 MiB must stay free for PostgreSQL). ` +
        'Free some room, or set SCOREBOOK_BACKUP_DIR to a folder on another disk.',
      { cause: error },
    )
  }
  if (code === 'XX001')
    return new BackupFailed(
      `No backup was made: PostgreSQL finds damaged pages in its files (${messageOf(error)}). Keep the backups that exist, ` +
        'check the disk, and restore the newest backup into a new folder.',
      { cause: error },
    )
  if (error instanceof Error && 'syscall' in error)
    return new BackupFailed(
      `No backup was made: ${folder} cannot be written (${error.message}). SCOREBOOK_BACKUP_DIR must name a folder that this account may write.`,
      { cause: error },
    )
  if (error instanceof pg.DatabaseError || code !== undefined)
    return new BackupFailed(`No backup was made: PostgreSQL says: ${messageOf(error)}.`, { cause: error })
  return error
}
