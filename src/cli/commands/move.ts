/** `scorebook move`: copies the database to another PostgreSQL: from the embedded one to an outside one, or back. */
import { resolve } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { databaseUrl, Fault } from '../../config/parse.ts'
import { memoryOf } from '../../db/embedded/memory.ts'
import { startEmbeddedServer } from '../../db/embedded/server.ts'
import { moveDatabase } from '../../db/move/copy-database.ts'
import { type Command, JSON_OPTION, UsageError, table, textOf } from '../command.ts'
import { type OpenServer, onlyErrors, openServer } from '../open-database.ts'

export const move: Command = {
  name: 'move',
  summary: 'Copy the database to another PostgreSQL, or back into the embedded one',
  about:
    'Copies the database of the settings to an empty one, all or nothing, and compares both: the schema, and for every table the\n' +
    'rows and a checksum. The source does not change. No service may run meanwhile. Afterwards set SCOREBOOK_DATABASE_URL or\n' +
    'SCOREBOOK_DATA_DIR to the target.\n\n' +
    'Other people of this machine see the URL in the list of its processes: leave the password out, and set PGPASSWORD to it.',
  options: {
    to: {
      type: 'string',
      value: 'URL|FOLDER',
      help: 'postgresql://user@host/database of an empty database, or the folder of a new embedded one; required',
    },
    json: JSON_OPTION,
  },
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    const to = textOf(values, 'to')
    if (to === undefined)
      throw new UsageError(
        '--to must name where the database goes: a URL such as postgresql://user:password@host/database, or a folder.',
      )
    const wanted = targetIn(to, config, cwd)
    const source = await openServer(config, onlyErrors, { exclusive: true })
    try {
      const target = await wanted.open()
      try {
        const say = values['json'] ? () => {} : print
        const digests = await moveDatabase(source.connection, target.connection, (name) =>
          say(`copying ${name}`),
        )
        const rows = digests.reduce((sum, one) => sum + one.rows, 0)
        say(
          table(
            digests.map((one): [string, string] => [one.table, `${one.rows} rows, checksum ${one.checksum}`]),
          ),
        )
        if (values['json']) print(JSON.stringify({ tables: digests, rows }))
        else
          print(
            `${digests.length} tables with ${rows} rows are the same there. Now set ${wanted.setting} and start the service; what was here is as it was.`,
          )
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
  },
}

interface Wanted {
  setting: string
  open: () => Promise<OpenServer>
}

function targetIn(to: string, config: Config, cwd: string): Wanted {
  if (/^postgres(ql)?:/.test(to)) {
    const url = databaseUrl(to)
    if (url instanceof Fault) throw new UsageError(`--to ${url.message}`)
    if (url === config.databaseUrl)
      throw new UsageError('--to names the database that SCOREBOOK_DATABASE_URL names already.')
    return {
      open: async () => ({ connection: url, close: async () => {} }),
      setting: 'SCOREBOOK_DATABASE_URL to it',
    }
  }
  if (/^\w[\w+.-]+:\/\//.test(to))
    throw new UsageError('--to is a URL, but not one of PostgreSQL, which begins with postgresql://.')
  const dir = resolve(cwd, to)
  if (config.databaseUrl === undefined && dir === config.dataDir)
    throw new UsageError('--to names the folder that SCOREBOOK_DATA_DIR names already.')
  return {
    async open() {
      const memory = memoryOf(config.memory)
      const server = await startEmbeddedServer({ dir, log: onlyErrors, exclusive: true, memory })
      return { connection: server.connection, close: () => server.stop() }
    },
    setting: `SCOREBOOK_DATA_DIR=${dir} and take SCOREBOOK_DATABASE_URL out`,
  }
}
