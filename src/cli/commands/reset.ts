/** `scorebook reset`: deletes everything in the database, after a backup, if its name is given. */
import packageFile from '../../../package.json' with { type: 'json' }
import { readConfig } from '../../config.ts'
import { createBackup } from '../../db/backup/create.ts'
import { databaseNameOf, resetDatabase } from '../../db/reset.ts'
import { type Command, UsageError, textOf } from '../command.ts'
import { onlyErrors, openServer } from '../open-database.ts'

export const reset: Command = {
  name: 'reset',
  summary: 'Delete everything in the database, and begin again with an empty one',
  about:
    'Deletes all accounts, matches, texts and settings in the database, in one transaction. No service may run meanwhile.\n' +
    'An embedded database is backed up first (SCOREBOOK_BACKUP_DIR), and `scorebook backup restore` brings it back. An outside\n' +
    'PostgreSQL is not. Without --delete it only says what would be deleted, and what to give.',
  options: {
    delete: {
      type: 'string',
      value: 'NAME',
      help: 'The name of the database, as the command without it says; without it nothing is deleted',
    },
    'no-backup': { type: 'boolean', help: 'Make no backup of an embedded database first' },
  },
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    const server = await openServer(config, onlyErrors, { exclusive: true })
    try {
      const name = config.databaseUrl === undefined ? config.dataDir : await databaseNameOf(server.connection)
      const given = textOf(values, 'delete')
      if (given !== name) {
        const wrong = given === undefined ? '' : `--delete ${given} is not its name. `
        throw new UsageError(
          `Nothing was deleted. ${wrong}To delete everything in this database, run \`scorebook reset --delete ${name}\`.`,
        )
      }
      if (server.embedded && values['no-backup'] !== true) {
        const { folder } = config.backup
        const { backup } = await createBackup(server.embedded, {
          folder,
          reason: 'by-hand',
          version: packageFile.version,
        })
        print(`The backup ${backup.name} was made in ${folder}.`)
      }
      await resetDatabase(server.connection)
      print(
        `Everything in ${name} was deleted. The next \`scorebook serve\` prints a link for the first administrator.`,
      )
    } finally {
      await server.close()
    }
  },
}
