/**
 * A draft: the data folder that an upgrade or a restore is making. It takes the place of the database only when it is complete.
 */
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from './errors.ts'
import { endOrphans } from './processes.ts'

export const draftIn = (folder: string, of: 'upgrade' | 'restore') => path.join(folder, of)

/** Removes a draft. If a server still runs on it, left by a killed process, that server is ended first. */
export async function removeDraft(draft: string): Promise<void> {
  const data = path.join(draft, 'cluster')
  if (await stat(data).catch(() => undefined)) await endOrphans(data)
  await rm(draft, { recursive: true, force: true, maxRetries: 5 })
}

/** The file with the id of the lineage (`backup/lineage.ts`). */
export const LINEAGE = 'lineage'

/**
 * Moves the draft into a folder that has no database. The database gets a new lineage, because its log does not continue an older
 * one.
 */
export async function takePlace(draft: string, folder: string): Promise<void> {
  await rm(path.join(folder, LINEAGE), { force: true })
  await rename(path.join(draft, 'password'), path.join(folder, 'password')).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error // an earlier attempt moved it, but was killed before the next line
  })
  await rename(path.join(draft, 'cluster'), path.join(folder, 'cluster'))
  await syncFolder(folder)
}

/** After an upgrade, the old data are in `oldData`. Before it is complete, the new data are in `newData`. */
export const oldData = (folder: string, major: string) => path.join(folder, `cluster.postgresql-${major}`)
export const newData = (folder: string, major: string) => path.join(folder, `upgraded-from-${major}`)

/** If an upgrade was killed after it had moved the old data away, this returns the folder with the complete new data. */
export async function unfinishedUpgrade(folder: string): Promise<string | undefined> {
  const names = new Set(await readdir(folder).catch(() => []))
  if (names.has('cluster')) return undefined
  const majors = [...names].flatMap((name) => /^upgraded-from-(\d+)$/.exec(name)?.[1] ?? [])
  const major = majors.find((one) => names.has(path.basename(oldData(folder, one))))
  return major === undefined ? undefined : newData(folder, major)
}

/** Finishes an upgrade that was killed. It must be called inside `oneAtATime`. */
export async function finishUpgrade(folder: string): Promise<void> {
  const complete = await unfinishedUpgrade(folder)
  if (complete === undefined) return
  await takePlace(complete, folder)
  await removeDraft(complete)
}

export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
