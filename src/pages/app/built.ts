/** Reads the files of the app that a package brings. A checkout has none of them, because `npm run build` writes into `dist`. */
import { readFile } from 'node:fs/promises'

const folder = new URL('../../../web/', import.meta.url)

export type BuiltFile = 'app.json' | 'texts.json'

export async function readBuilt(name: BuiltFile): Promise<string | undefined> {
  try {
    return await readFile(new URL(name, folder), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
