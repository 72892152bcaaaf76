/** `scorebook import-rankings` imports the catalogue's ranking from its CSV export, completely or not at all. */
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { importRankings as importAll } from '../../pipeline/rankings/import.ts'
import { readConfig } from '../../config.ts'
import { Problem } from '../../http/problem.ts'
import { type Command, UsageError, textOf } from '../command.ts'
import { cannotRead } from '../explain.ts'
import { withDatabase } from '../open-database.ts'
import { progressBar } from '../progress-bar.ts'

export const importRankings: Command = {
  name: 'import-rankings',
  summary: 'Import the catalogue’s ranking from a CSV file',
  about:
    'All or nothing; rows that cannot be read are counted and left out. Works while the service runs and while it does\n' +
    'not. The file is UTF-8 of at most 64 MiB whose header has at least id, name and rank.',
  options: {},
  arguments: [{ name: 'FILE', help: 'The export' }],
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    const file = await openFile(resolve(cwd, textOf(values, 'FILE') ?? ''))
    await withDatabase(config, async (db) => {
      const bar = progressBar((await file.stat()).size)
      try {
        const { storedRows, unreadableRows } = await db.transaction((tx) =>
          importAll(tx, { userId: undefined }, bar.along(file.createReadStream())),
        )
        bar.end()
        print(`${storedRows} rows stored, ${unreadableRows} could not be read.`)
      } catch (error) {
        bar.end()
        if (error instanceof Problem) throw new UsageError(error.message)
        throw error
      }
    })
  },
}

/** Opens the file before the database is started, so that a wrong path is reported at once. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path)
    if (!(await file.stat()).isDirectory()) return file // a pipe is allowed, so that another program can unpack the export into it
    await file.close()
  } catch (error) {
    throw cannotRead(path, error)
  }
  throw new UsageError(`${path} cannot be read: it is a folder.`)
}
