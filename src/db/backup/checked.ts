/** Notes in the folder of a backup when it was last restored and read, so that operators see which one is proven. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Backup } from './folder.ts'

const FILE = 'checked'

/** A folder that this account may only read gets no note: the check counts all the same. */
export const noteCheck = ({ folder }: Pick<Backup, 'folder'>, at = new Date()): Promise<void> =>
  writeFile(path.join(folder, FILE), at.toISOString(), { mode: 0o600 }).catch(() => {})

/** Undefined if the backup was never checked, or if nobody could note it. */
export async function checkedAt({ folder }: Pick<Backup, 'folder'>): Promise<string | undefined> {
  const text = await readFile(path.join(folder, FILE), 'utf8').catch(() => '')
  return Number.isNaN(Date.parse(text)) ? undefined : text
}
