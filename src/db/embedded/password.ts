/** The password of the embedded server's two accounts. It is random, and in a file that only its owner may read. */
import { randomBytes } from 'node:crypto'
import { link, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { CannotStart, codeOf } from './errors.ts'

/** Reads the password, or makes one. Two processes that call this at the same time get the same password. */
export async function makePassword(folder: string): Promise<string> {
  const draft = await mkdtemp(path.join(folder, 'password.'))
  try {
    const handle = await open(path.join(draft, 'password'), 'wx', 0o600)
    await handle.writeFile(randomBytes(24).toString('hex'))
    await handle.sync()
    await handle.close()
    await link(path.join(draft, 'password'), fileIn(folder)).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return readPassword(folder)
}

export async function readPassword(folder: string): Promise<string> {
  try {
    return await readFile(fileIn(folder), 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new CannotStart(
      `The data folder ${folder} has a database, but not the file "password" that opens it. Put the file back ` +
        'from a backup of the folder.',
    )
  }
}

function fileIn(folder: string): string {
  return path.join(folder, 'password')
}
