/** `scorebook migrate`: brings the database to the schema that this version needs. */
import { readConfig } from '../../config.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import type { Command } from '../command.ts'
import { migrateSafely, onlyErrors, openServer } from '../open-database.ts'

export const migrate: Command = {
  name: 'migrate',
  summary: 'Apply the migrations that the database lacks',
  about:
    'The service does this itself when it starts; when several start at once, one does it. Prints a line for each migration.',
  options: { 'dry-run': { type: 'boolean', help: 'Only print what would be applied' } },
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    const server = await openServer(config, onlyErrors)
    try {
      const names = values['dry-run']
        ? await pendingMigrations(server.connection)
        : await migrateSafely(server, config, onlyErrors)
      for (const name of names) print(name)
      if (names.length === 0) print('Nothing to apply.')
    } finally {
      await server.close()
    }
  },
}
