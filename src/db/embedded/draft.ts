/**
 * A data folder in the making within the one that it is for: an upgrade's or a restore's. Nothing of it stands where a database is
 * looked for before all of it is there.
 */
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from './errors.ts'
import { endOrphans } from './processes.ts'

export const draftIn = (folder: string, of: 'upgrade' | 'restore') => path.join(folder, of)

/** Ends its server too, which a process that was killed has left. */
export async function removeDraft(draft: string): Promise<void> {
  const data = path.join(draft, 'cluster')
  if (await stat(data).catch(() => undefined)) await endOrphans(data)
  await rm(draft, { recursive: true, force: true, maxRetries: 5 })
}

/** The file with the id of the database's log (`backup/lineage.ts`). */
export const LINEAGE = 'lineage'

/** The draft's database becomes that of the folder, which has none. Its log goes on from no other, so its lineage is a new one. */
export async function takePlace(draft: string, folder: string): Promise<void> {
  await rm(path.join(folder, LINEAGE), { force: true })
  await rename(path.join(draft, 'password'), path.join(folder, 'password')).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error // it is there already, where a process was killed before the next line
  })
  await rename(path.join(draft, 'cluster'), path.join(folder, 'cluster'))
  await syncFolder(folder)
}

/** Where an upgrade puts the data of the earlier version, and where it has the new ones meanwhile, which are complete. */
export const oldData = (folder: string, major: string) => path.join(folder, `cluster.postgresql-${major}`)
export const newData = (folder: string, major: string) => path.join(folder, `upgraded-from-${major}`)

/** The new data of an upgrade that was killed when the old ones were out of the way already. */
export async function unfinishedUpgrade(folder: string): Promise<string | undefined> {
  const names = new Set(await readdir(folder).catch(() => []))
  if (names.has('cluster')) return undefined
  const majors = [...names].flatMap((name) => /^upgraded-from-(\d+)$/.exec(name)?.[1] ?? [])
  const major = majors.find((one) => names.has(path.basename(oldData(folder, one))))
  return major === undefined ? undefined : newData(folder, major)
}

/** Call it inside `oneAtATime`. */
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
