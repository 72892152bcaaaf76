/**
 * Checks whether a backup could be restored: restores it into a temporary folder, starts PostgreSQL there, and reads all data.
 */
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { removeDraft } from '../embedded/draft.ts'
import { tryLock } from '../embedded/lock.ts'
import { type Memory, SMALL } from '../embedded/memory.ts'
import { startEmbeddedServer } from '../embedded/server.ts'
import { type TableDigest, tableDigests } from '../move/table-digests.ts'
import { connected } from './create.ts'
import { type Backup, BackupFailed } from './folder.ts'
import { type Target, restoreBackup } from './restore.ts'

interface BackupCheck {
  tables: TableDigest[]
  indexes: number
}

/** Throws `BackupFailed` if any part of the backup is unusable. */
export async function checkBackup(
  backup: Backup,
  options: { backups: string; at?: Target | undefined; memory?: Memory },
): Promise<BackupCheck> {
  await clearAway()
  const folder = await mkdtemp(path.join(tmpdir(), CHECK))
  try {
    await restoreBackup(backup, {
      ...options,
      to: folder,
      elsewhere: 'let TMPDIR name a folder on another disk',
    })
    const { memory = SMALL } = options
    const server = await startEmbeddedServer({ dir: folder, log: () => {}, exclusive: true, memory })
    try {
      const client = await connected({ ...server.administrator, database: 'scorebook' })
      try {
        await mustHaveMigrations(client, backup)
        const indexes = await checkFiles(client)
        return { tables: await tableDigests(client), indexes }
      } finally {
        await client.end()
      }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const CHECK = 'scorebook-check-'
const DAY_MS = 86_400_000

/** Removes what is left of a check that was killed: a copy of all data, and perhaps a server that runs on the copy. */
async function clearAway(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(CHECK))) {
    const folder = path.join(tmpdir(), name)
    const facts = await lstat(folder).catch(() => undefined)
    if (!facts?.isDirectory() || facts.uid !== process.getuid?.() || facts.mtimeMs > Date.now() - DAY_MS)
      continue
    const lock = tryLock(path.join(folder, 'serving.lock'), 'exclusive')
    if (lock === undefined) continue
    lock.release()
    await removeDraft(path.join(folder, 'restore'))
    await removeDraft(folder)
  }
}

async function mustHaveMigrations(client: pg.Client, { name, migrations }: Backup): Promise<void> {
  if (migrations.length === 0) return
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  const found = new Set(rows.map((row) => row.name))
  const missing = migrations.filter((one) => !found.has(one))
  if (missing.length > 0)
    throw new BackupFailed(
      `The backup ${name} lacks the migrations ${missing.join(', ')}, which its manifest names.`,
    )
}

/** Runs PostgreSQL's own checks: all rows must be whole, and each index must have every row of its table. */
async function checkFiles(client: pg.Client): Promise<number> {
  await client.query('create extension if not exists amcheck')
  const { rows: damage } = await client.query<{ relation: string; msg: string }>(`
    select c.relname as relation, v.msg from pg_class c, verify_heapam(c.oid) v
    where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p' limit 1`)
  const [first] = damage
  if (first) throw new BackupFailed(`The table ${first.relation} of the backup is damaged: ${first.msg}.`)
  try {
    const { rows } = await client.query<{ n: number }>(`
      select count(bt_index_check(i.indexrelid, true))::int as n
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'btree' and i.indisvalid and c.relpersistence = 'p'`)
    return rows[0]?.n ?? 0
  } catch (error) {
    throw new BackupFailed(
      `An index of the backup is damaged: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    )
  }
}
