/**
 * The id of a data folder's lineage. If two folders are restored from the same backup, their data differ from then on, so each
 * gets a lineage of its own.
 */
import { randomBytes } from 'node:crypto'
import { link, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { LINEAGE } from '../embedded/draft.ts'
import { codeOf } from '../embedded/errors.ts'
import { writeWhole } from './folder.ts'

/** Returns the id, and makes it on the first call. Two processes that call this at the same time get the same id. */
export async function lineageOf(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, LINEAGE)
  const known = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (known !== undefined && /^[0-9a-f]{16}$/.test(known)) return known
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeWhole(draft, randomBytes(8).toString('hex'))
  try {
    if (known !== undefined) await rm(file, { force: true })
    await link(draft, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}
